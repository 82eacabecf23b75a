//! Good answers.

use quarry_contract::{Answer, Body, Fragment, Served};
use serde_json::Value as Json;

/// 200 with a JSON body.
pub(super) fn ok(body: &Json) -> Served {
    Ok(Answer {
        status: 200,
        body: Body::Json(vec![Fragment::Text(body.to_string())]),
        pinned: Vec::new(),
        headers: Vec::new(),
        version: None,
    })
}
