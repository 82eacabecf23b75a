//! The published errors: their form in each interface, and the codes of each status with an example.

use crate::openapi::Interface;
use serde_json::{Map, Value as Json, json};

/// The headers that show what is left of a key's hourly budget.
pub(super) const HOURLY_BUDGET: [&str; 3] = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/// A status that is an error, and how its component is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorStatus {
    Unauthorized,
    Forbidden,
    NotFound,
    RequestTimeout,
    Conflict,
    PayloadTooLarge,
    UnsupportedMediaType,
    RangeNotSatisfiable,
    InvalidRequest,
    RateLimited,
    /// The public status operation says so as text.
    RateLimitedText,
    Unavailable,
}

/// A code, its sentence as an example, and its further members.
type Code = (&'static str, &'static str, &'static [(&'static str, Member)]);

/// A further member's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    Text(&'static str),
    Number(u64),
    Texts(&'static [&'static str]),
}

const CONFLICT: Code = (
    "conflict",
    "It was changed meanwhile; version 4 is the newest: look at it and try again.",
    &[("current_version", Member::Number(4))],
);
const CONSTRAINT_VIOLATED: Code = (
    "constraint_violated",
    "Something with the same value is there already: look at it, or choose another value.",
    &[],
);

const INVALID_PARAMETER: Code = (
    "invalid_parameter",
    "The parameter \"period\" is \"weekly\": it must be one of hourly, daily.",
    &[("parameter", Member::Text("period"))],
);
const INVALID_CURSOR: Code = (
    "invalid_cursor",
    "The cursor was not made by this list with these filters: begin without one.",
    &[("parameter", Member::Text("cursor"))],
);

impl ErrorStatus {
    pub(super) fn number(self) -> u16 {
        match self {
            ErrorStatus::Unauthorized => 401,
            ErrorStatus::Forbidden => 403,
            ErrorStatus::NotFound => 404,
            ErrorStatus::RequestTimeout => 408,
            ErrorStatus::Conflict => 409,
            ErrorStatus::PayloadTooLarge => 413,
            ErrorStatus::UnsupportedMediaType => 415,
            ErrorStatus::RangeNotSatisfiable => 416,
            ErrorStatus::InvalidRequest => 422,
            ErrorStatus::RateLimited | ErrorStatus::RateLimitedText => 429,
            ErrorStatus::Unavailable => 503,
        }
    }

    pub(super) fn component(self) -> &'static str {
        match self {
            ErrorStatus::Unauthorized => "Unauthorized",
            ErrorStatus::Forbidden => "Forbidden",
            ErrorStatus::NotFound => "NotFound",
            ErrorStatus::RequestTimeout => "RequestTimeout",
            ErrorStatus::Conflict => "Conflict",
            ErrorStatus::PayloadTooLarge => "PayloadTooLarge",
            ErrorStatus::UnsupportedMediaType => "UnsupportedMediaType",
            ErrorStatus::RangeNotSatisfiable => "RangeNotSatisfiable",
            ErrorStatus::InvalidRequest => "InvalidRequest",
            ErrorStatus::RateLimited => "RateLimited",
            ErrorStatus::RateLimitedText => "RateLimitedText",
            ErrorStatus::Unavailable => "Unavailable",
        }
    }

    pub(super) fn description(self, interface: Interface) -> &'static str {
        match (self, interface) {
            (ErrorStatus::Unauthorized, Interface::Api) => "No API key was sent, or one that is not good here.",
            (ErrorStatus::Unauthorized, Interface::Session) => "The request has no session of a signed-in person.",
            (ErrorStatus::Forbidden, Interface::Api) => "The key is good, and may not do this.",
            (ErrorStatus::Forbidden, Interface::Session) => "The person may not do this.",
            (ErrorStatus::NotFound, _) => {
                "There is no such thing, it belongs to somebody else, or the operation's module is switched off."
            }
            (ErrorStatus::RequestTimeout, _) => "The body did not arrive whole and in time.",
            (ErrorStatus::Conflict, _) => {
                "The thing that the request was based on has changed since, or something that exists already is in its way."
            }
            (ErrorStatus::PayloadTooLarge, _) => "The body is larger than a request may be.",
            (ErrorStatus::UnsupportedMediaType, _) => "The body is of a kind that the operation does not read.",
            (ErrorStatus::RangeNotSatisfiable, _) => "The range begins behind the end, which `Content-Range` names.",
            (ErrorStatus::InvalidRequest, _) => "A part of the request is missing, malformed or out of range.",
            (ErrorStatus::RateLimited | ErrorStatus::RateLimitedText, _) => {
                "The budget that the request counts against is used up; `Retry-After` says for how long."
            }
            (ErrorStatus::Unavailable, _) => {
                "A store is down or slow, a queue is full, or a component failed. Try again after `Retry-After`."
            }
        }
    }

    fn codes(self, interface: Interface) -> &'static [Code] {
        match (self, interface) {
            (ErrorStatus::Unauthorized, Interface::Api) => &[(
                "invalid_or_revoked_key",
                "No API key was sent: send the header \"Authorization: Bearer <API_KEY>\".",
                &[],
            )],
            (ErrorStatus::Unauthorized, Interface::Session) => &[
                ("sign_in_required", "This operation is for signed-in people: sign in first.", &[]),
                ("invalid_credentials", "The email or the password is wrong: check both.", &[]),
                ("otp_required", "This account has a second factor: send otp with a code of the authenticator.", &[]),
            ],
            (ErrorStatus::Forbidden, Interface::Api) => &[
                ("missing_scope", "The key lacks the scope read.", &[("scope", Member::Text("read"))]),
                ("plan_has_no_api_access", "The organization's plan has no API access.", &[]),
                ("ip_not_allowed", "The key may not be used from 203.0.113.7.", &[("ip", Member::Text("203.0.113.7"))]),
            ],
            (ErrorStatus::Forbidden, Interface::Session) => &[
                (
                    "forbidden",
                    "This needs the permission modules_manage.",
                    &[("permission", Member::Text("modules_manage"))],
                ),
                ("sudo_required", "This change asks for your password again: confirm it by POST /session/sudo.", &[]),
            ],
            (ErrorStatus::NotFound, _) => &[
                ("not_found", "No tracked pool has the address 0x…; GET /pairs lists the pools.", &[]),
                (
                    "module_disabled",
                    "The module \"prices\" is switched off; its operations are back once staff switch it on.",
                    &[("module", Member::Text("prices"))],
                ),
            ],
            (ErrorStatus::RequestTimeout, _) => &[(
                "request_timeout",
                "The request body did not arrive whole and in time: send it again, faster or in parts.",
                &[],
            )],
            (ErrorStatus::Conflict, Interface::Session) => &[CONFLICT, CONSTRAINT_VIOLATED],
            (ErrorStatus::Conflict, Interface::Api) => &[
                CONFLICT,
                CONSTRAINT_VIOLATED,
                (
                    "request_in_progress",
                    "A request with this Idempotency-Key is being served; send this one again in a moment.",
                    &[],
                ),
                (
                    "answer_not_kept",
                    "This write was made. Its answer has more than 262144 bytes and was not kept: read what it changed.",
                    &[],
                ),
                (
                    "block_reorganised",
                    "Block 23479210 on ethereum is not the expected one: the chain was reorganised.",
                    &[(
                        "current_hash",
                        Member::Text("0x95b198e154acbfc64109dfd22d8224fe927fd8dfdedfae01587674482ba4baf3"),
                    )],
                ),
            ],
            (ErrorStatus::PayloadTooLarge, _) => &[(
                "payload_too_large",
                "The request body has more than 1048576 bytes, which is the most.",
                &[("limit", Member::Number(1_048_576))],
            )],
            (ErrorStatus::UnsupportedMediaType, _) => &[(
                "unsupported_media_type",
                "The body is text/csv: send application/json.",
                &[("accepted", Member::Texts(&["application/json"]))],
            )],
            (ErrorStatus::RangeNotSatisfiable, _) => &[(
                "range_not_satisfiable",
                "The object has 5120 bytes: ask for a range that begins before its end.",
                &[],
            )],
            (ErrorStatus::InvalidRequest, Interface::Api) => &[INVALID_PARAMETER, INVALID_CURSOR],
            (ErrorStatus::InvalidRequest, Interface::Session) => &[
                (
                    "invalid_csrf_token",
                    "A write carries the csrf_token of GET /session in the header X-CSRF-Token.",
                    &[],
                ),
                INVALID_PARAMETER,
                INVALID_CURSOR,
            ],
            (ErrorStatus::RateLimited | ErrorStatus::RateLimitedText, _) => {
                &[("rate_limited", "The budget of this hour is used up: try again in 1325 seconds.", &[])]
            }
            (ErrorStatus::Unavailable, _) => &[
                (
                    "data_source_unavailable",
                    "The warehouse did not answer in time.",
                    &[("store", Member::Text("warehouse"))],
                ),
                ("overloaded", "Too many requests wait for this operation: try again in a second.", &[]),
                ("plugin_failed", "The component markets failed.", &[]),
            ],
        }
    }

    /// The headers that come with it. Those of the hourly budget come with keyed operations alone.
    pub(super) fn headers(self, interface: Interface) -> Vec<&'static str> {
        let mut names = vec!["X-Request-Id"];
        if matches!(self, ErrorStatus::RateLimited | ErrorStatus::RateLimitedText | ErrorStatus::Unavailable) {
            names.push("Retry-After");
        }
        let is_of_a_key = matches!(self, ErrorStatus::Unauthorized | ErrorStatus::Forbidden | ErrorStatus::RateLimited);
        if is_of_a_key && interface == Interface::Api {
            names.extend(HOURLY_BUDGET);
        }
        names
    }
}

/// An example of each of its codes.
pub(super) fn examples(status: ErrorStatus, interface: Interface) -> Json {
    let example = |(code, detail, members): &Code| {
        let mut value = match interface {
            Interface::Api => json!({ "error": code, "detail": detail }),
            Interface::Session => json!({ "code": code, "detail": detail }),
        };
        for (name, member) in *members {
            match member {
                Member::Number(number) => value[*name] = (*number).into(),
                Member::Text(text) => value[*name] = (*text).into(),
                Member::Texts(texts) => value[*name] = (*texts).into(),
            }
            if let (Interface::Session, "parameter", Member::Text(parameter)) = (interface, *name, member) {
                value["fields"] = json!({ *parameter: detail });
            }
        }
        value["request_id"] = "64680146bdf38c248152d659d68625f8".into();
        ((*code).to_owned(), json!({ "value": value }))
    };
    Json::Object(status.codes(interface).iter().map(example).collect::<Map<_, _>>())
}
