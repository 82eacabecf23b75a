//! The check that a route's declarations of callers, caches, counting, bodies and retirement fit together: the edge then
//! follows them without asking again.

use crate::bindings::quarry::plugin::manifest as wit;
use crate::declared::is_words;
use quarry_contract::MOST_BODY_BYTES;

/// The shortest six months: from the first of September to the first of March.
const NOTICE_SECONDS: i64 = 181 * 86_400;

/// The most requests that one may count as: with the limit that a deployment has at first, ten a minute still.
const MOST_RATE_WEIGHT: u32 = 60;

pub(super) fn check(route: &wit::Route) -> Result<(), String> {
    let operation_id = &route.operation_id;
    if !is_words(operation_id, "_") {
        return Err(format!("`{operation_id}` is not an operation's id: lowercase words joined by `_`"));
    }
    if let Some(module) = route.module.as_ref().filter(|module| !is_words(module, "_")) {
        return Err(format!("{operation_id} names the module `{module}`: lowercase words joined by `_`"));
    }
    let is_keyless = matches!(route.access, wit::Access::Keyless);
    if matches!(route.cache, wit::CacheRule::Public(_)) && !is_keyless {
        return Err(format!(
            "{operation_id} asks caches to keep an answer that is for its caller alone: the cache rule public is for keyless routes"
        ));
    }
    let is_counted = match route.access {
        wit::Access::Keyless => !matches!(route.rate_class, wit::RateClass::Key | wit::RateClass::Session),
        wit::Access::Key(_) => matches!(route.rate_class, wit::RateClass::Key),
        wit::Access::Session(_) => matches!(route.rate_class, wit::RateClass::Session),
    };
    if !is_counted {
        return Err(format!(
            "{operation_id} would be counted against another budget than its callers': keys count against `key`, sessions \
             against `session`, and keyless routes against a public one"
        ));
    }
    let most = if is_keyless { MOST_RATE_WEIGHT } else { 1 };
    if !(1..=most).contains(&route.rate_weight) {
        return Err(format!(
            "{operation_id} would count as {} requests: that is 1 to {MOST_RATE_WEIGHT} for keyless routes, and 1 for all others",
            route.rate_weight
        ));
    }
    if let wit::Access::Session(wit::SessionRule { beacon: true, .. }) = &route.access
        && route.method != wit::Method::Post
    {
        return Err(format!("{operation_id} is a beacon, which browsers send by POST alone"));
    }
    if let wit::ResponseForm::Object(content_types) = &route.response_form {
        check_media_types(operation_id, "answers with", content_types)?;
    }
    if let Some(body) = &route.request_body {
        check_body(operation_id, body)?;
    }
    if !route.media_types.is_empty() {
        check_media_types(operation_id, "answers with", &route.media_types)?;
        if let Some(text) = route.media_types.iter().find(|text| !is_inert(text)) {
            return Err(format!(
                "{operation_id} answers with `{text}`, which browsers render or run, or which names no type alone: a text of a component is \
                 data, such as text/plain, text/csv, text/markdown or application/x-bibtex"
            ));
        }
        let is_plain = route.default_limit.is_none() && matches!(route.response_form, wit::ResponseForm::Json);
        if !is_plain || route.method != wit::Method::Get {
            return Err(format!(
                "{operation_id} has further media types: that is for a GET that answers with JSON and does not page"
            ));
        }
    }
    if let Some(reason) = &route.writes {
        check_writes(route, reason)?;
    }
    if route.takes_request_key {
        check_request_key(route)?;
    }
    if route.answers == wit::Readers::Everyone {
        check_everyone(route)?;
    }
    match &route.deprecation {
        Some(dates) if dates.sunset_at.saturating_sub(dates.deprecated_at) < NOTICE_SECONDS => {
            Err(format!("{operation_id} would stop answering before six months of notice are over"))
        }
        _ => Ok(()),
    }
}

fn check_writes(route: &wit::Route, reason: &str) -> Result<(), String> {
    let operation_id = &route.operation_id;
    if route.method != wit::Method::Get {
        return Err(format!("{operation_id} says why it writes, which only a GET has to: every other method may"));
    }
    if reason.trim().is_empty() || reason.chars().any(char::is_control) {
        return Err(format!("{operation_id} writes without a reason: `writes` is a sentence in one line, for people"));
    }
    Ok(())
}

/// Checks that a request has the word by which its write is made once, and a tenant that the word is of.
fn check_request_key(route: &wit::Route) -> Result<(), String> {
    let operation_id = &route.operation_id;
    let is_write = matches!(route.method, wit::Method::Post | wit::Method::Put | wit::Method::Patch);
    let is_session = matches!(route.access, wit::Access::Session(_));
    if !is_write || !is_session || route.guard.is_none() || !matches!(route.response_form, wit::ResponseForm::Json) {
        return Err(format!(
            "{operation_id} takes a request_key: that is for a POST, PUT or PATCH of signed-in people that has a guard and answers \
             with JSON; keyed writes take an Idempotency-Key"
        ));
    }
    let schema = match &route.request_body {
        Some(wit::RequestBody { form: wit::RequestBodyForm::Json(json), required: true, .. }) => &json.schema,
        _ => return Err(format!("{operation_id} takes a request_key: its JSON body must be there")),
    };
    let shows_secret = |schema: &str| schema.replace(' ', "").contains(r#""format":"password""#);
    if shows_secret(schema) || shows_secret(&route.response_schema) {
        return Err(format!(
            "{operation_id} takes a request_key, and a secret stands in its body or its answer: what has a secret is never kept"
        ));
    }
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap_or_default();
    let required = schema["required"].as_array();
    let is_required = required.is_some_and(|names| names.iter().any(|name| name == "request_key"));
    match is_required && schema["properties"].get("request_key").is_some() {
        true => Ok(()),
        false => {
            Err(format!("{operation_id} takes a request_key: the schema of its body requires a member of that name"))
        }
    }
}

/// Checks that nothing of the declaration is about the one who asks.
fn check_everyone(route: &wit::Route) -> Result<(), String> {
    let operation_id = &route.operation_id;
    let is_read = route.method == wit::Method::Get && route.request_body.is_none() && route.writes.is_none();
    let is_keyed = matches!(route.access, wit::Access::Key(_)) && matches!(route.cache, wit::CacheRule::Private);
    if !is_read || !is_keyed || !matches!(route.response_form, wit::ResponseForm::Json) {
        return Err(format!(
            "{operation_id} answers everyone: that is for a GET for keys that only reads, takes no body, answers with JSON and has \
             the cache rule private"
        ));
    }
    if route.guard.is_some() || route.reads_if_match {
        return Err(format!(
            "{operation_id} answers everyone, and has a guard or reads If-Match, which are its caller's: leave `answers = everyone` out"
        ));
    }
    Ok(())
}

/// Types whose texts browsers make a page, a picture, a script or a style of, or take apart.
const RENDERED: &[&str] = &[
    "application/ecmascript",
    "application/importmap+json",
    "application/javascript",
    "application/mathml+xml",
    "application/node",
    "application/pdf",
    "application/postscript",
    "application/rtf",
    "application/speculationrules+json",
    "application/wasm",
    "application/x-ecmascript",
    "application/x-javascript",
    "application/x-shockwave-flash",
    "application/xml",
    "application/xml-dtd",
    "application/xml-external-parsed-entity",
    "message/rfc822",
    "text/cache-manifest",
    "text/css",
    "text/ecmascript",
    "text/event-stream",
    "text/html",
    "text/javascript",
    "text/jscript",
    "text/livescript",
    "text/vbscript",
    "text/x-component",
    "text/x-ecmascript",
    "text/x-javascript",
    "text/xml",
    "text/xml-external-parsed-entity",
    "text/xsl",
];
/// Kinds none of whose types is data that a program reads.
const RENDERED_KINDS: &[&str] = &["audio", "chemical", "font", "image", "message", "model", "multipart", "video"];

/// Tells a media type of a text that nothing shows but as text.
fn is_inert(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let (kind, subtype) = text.split_once('/').unwrap_or((&text, ""));
    let is_page =
        subtype.contains("html") || subtype == "xml" || subtype.ends_with("+xml") || subtype.contains("script");
    let is_named = !text.contains('*');
    is_named && !is_page && !RENDERED_KINDS.contains(&kind) && !RENDERED.contains(&text.as_str())
}

fn check_body(operation_id: &str, body: &wit::RequestBody) -> Result<(), String> {
    if body.max_bytes == 0 {
        return Err(format!("the request body of {operation_id} may have no bytes: declare none instead"));
    }
    if body.max_bytes > MOST_BODY_BYTES {
        return Err(format!(
            "the request body of {operation_id} may have {} bytes: {MOST_BODY_BYTES} are the most; declare fewer, or sign an \
             upload for files",
            body.max_bytes
        ));
    }
    match &body.form {
        wit::RequestBodyForm::Raw(content_types) => check_media_types(operation_id, "takes", content_types),
        wit::RequestBodyForm::Json(json) | wit::RequestBodyForm::Form(json) => {
            for (what, text) in [("schema", &json.schema), ("example", &json.example)] {
                serde_json::from_str::<serde_json::Value>(text)
                    .map_err(|error| format!("the request body's {what} of {operation_id} is not JSON: {error}"))?;
            }
            Ok(())
        }
    }
}

fn check_media_types(operation_id: &str, what: &str, media_types: &[String]) -> Result<(), String> {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-*".contains(&byte))
    };
    let is_none =
        |text: &&String| text.split_once('/').is_none_or(|(kind, subtype)| !is_word(kind) || !is_word(subtype));
    if media_types.is_empty() {
        return Err(format!("{operation_id} {what} bytes of no media type"));
    }
    match media_types.iter().find(is_none) {
        Some(text) => Err(format!("{operation_id} {what} `{text}`, which is not a media type such as text/csv")),
        None => Ok(()),
    }
}
