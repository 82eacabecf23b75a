//! The contract's version, read from a component's custom section before the engine sees the file.

use wasmparser::{Parser, Payload};

/// The version of `wit/` that this host serves.
pub const HOST_CONTRACT_VERSION: &str = "0.3.0";

/// The section that the SDK writes.
const SECTION: &str = "quarry-contract";

/// The version a component was built for; none when it carries no stamp or is no component.
pub(super) fn stamped(bytes: &[u8]) -> Option<String> {
    // `parse_all` walks into the core modules of a component, where the linker left the section.
    Parser::new(0).parse_all(bytes).filter_map(Result::ok).find_map(|payload| match payload {
        Payload::CustomSection(section) if section.name() == SECTION => {
            std::str::from_utf8(section.data()).ok().map(str::to_owned)
        }
        _ => None,
    })
}

/// Tells why a component of that version cannot run here; none when it can. Until 1.0 the minor version must be the same.
pub(super) fn mismatch(stamped: Option<&str>) -> Option<String> {
    let serves = |version: &str| version.rsplit_once('.').map(|(minor, _)| minor.to_owned());
    match stamped {
        Some(version) if serves(version) == serves(HOST_CONTRACT_VERSION) => None,
        Some(version) => Some(format!(
            "it was built for contract {version} and this host serves {HOST_CONTRACT_VERSION}; rebuild it with quarry-sdk {HOST_CONTRACT_VERSION}"
        )),
        None => Some(
            "it carries no contract version: it is not a Quarry component, or was not built with quarry-sdk for wasm32-wasip2"
                .to_owned(),
        ),
    }
}
