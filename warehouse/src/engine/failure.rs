//! The engine's errors: a ClickHouse code and a sentence, in the text form that every ClickHouse client parses.

/// Codes of ClickHouse (src/Common/ErrorCodes.cpp) that this process gives itself.
pub(crate) mod code {
    pub(crate) const CHECKSUM_DOESNT_MATCH: i32 = 40;
    pub(crate) const NOT_IMPLEMENTED: i32 = 48;
    pub(crate) const SYNTAX_ERROR: i32 = 62;
    pub(crate) const UNKNOWN_COMPRESSION_METHOD: i32 = 89;
    pub(crate) const UNKNOWN_SETTING: i32 = 115;
    pub(crate) const TOO_MANY_SIMULTANEOUS_QUERIES: i32 = 202;
    pub(crate) const NETWORK_ERROR: i32 = 210;
    pub(crate) const MEMORY_LIMIT_EXCEEDED: i32 = 241;
    pub(crate) const CANNOT_DECOMPRESS: i32 = 271;
    pub(crate) const QUERY_WAS_CANCELLED: i32 = 394;
    pub(crate) const ACCESS_DENIED: i32 = 497;
    pub(crate) const REQUEST_ENTITY_TOO_LARGE: i32 = 636;
    pub(crate) const UNKNOWN_EXCEPTION: i32 = 1002;
}

/// One failed statement. `message` starts with `Code: N. DB::Exception:` and ends with `(NAME)` as ClickHouse writes it.
#[derive(Debug, Clone)]
pub(crate) struct EngineFailure {
    pub(crate) code: i32,
    pub(crate) message: String,
}

impl EngineFailure {
    /// A failure found by this process, not by the engine.
    pub(crate) fn new(code: i32, name: &str, sentence: impl std::fmt::Display) -> EngineFailure {
        EngineFailure { code, message: format!("Code: {code}. DB::Exception: {sentence}. ({name})") }
    }

    /// Reads the code out of an engine message. A message without one gets `UNKNOWN_EXCEPTION`, and the usual form.
    pub(crate) fn from_engine(message: String) -> EngineFailure {
        let code = message
            .split_once("Code: ")
            .and_then(|(_, rest)| rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok());
        match code {
            Some(code) => EngineFailure { code, message: message.trim_end().to_owned() },
            None => EngineFailure::new(code::UNKNOWN_EXCEPTION, "UNKNOWN_EXCEPTION", message.trim_end()),
        }
    }

    /// The message as it goes over the wire: with the version that ClickHouse's clients expect at its end.
    pub(crate) fn wire_text(&self, engine_version: &str) -> String {
        if self.message.contains("(version ") {
            return self.message.clone();
        }
        format!("{} (version {engine_version} (embedded build))", self.message)
    }
}
