//! `GET` and `POST /public/alert_letters/{token}`: the first shows and changes nothing, the second ends emails.

use crate::cadence::Cadence;
use crate::reader::{Reader, end_letters};
use crate::unsubscription::links::{PATH, UnsubscriptionLinks};
use quarry_contract::{
    Answer, Body, CacheRule, Fragment, Handler, Method, Parameter, ParameterKind, ParameterPlace, Problem, Request,
    Route, SilentStore, keyless_get, native,
};
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::clock::Clock;
use quarry_stores::result_set::Value;
use serde_json::json;
use std::sync::Arc;

/// Longer than any token is.
const MAX_TOKEN_LENGTH: u32 = 128;
const HTML: &str = "text/html";

/// Both operations with what answers them.
pub fn routes(store: &AppStore, links: &UnsubscriptionLinks, clock: &Clock) -> Vec<(Arc<Route>, Arc<dyn Handler>)> {
    let [show, end] = declarations();
    let shown = {
        let (store, links) = (store.clone(), links.clone());
        native(move |request: Request| {
            let (store, links) = (store.clone(), links.clone());
            async move {
                let user_id = person(&links, &request)?;
                let reader =
                    Reader::seen(&store, user_id).await.map_err(|error| unavailable(&error))?.ok_or_else(nothing)?;
                Ok(answer(&request, reader.cadence, reader.cadence != Cadence::Off))
            }
        })
    };
    let ended = {
        let (store, links, clock) = (store.clone(), links.clone(), clock.clone());
        native(move |request: Request| {
            let (store, links, now) = (store.clone(), links.clone(), clock.now());
            async move {
                let user_id = person(&links, &request)?;
                match end_letters(&store, user_id, now).await.map_err(|error| unavailable(&error))? {
                    true => Ok(answer(&request, Cadence::Off, false)),
                    false => Err(nothing()),
                }
            }
        })
    };
    vec![(Arc::new(show), shown), (Arc::new(end), ended)]
}

/// The declarations, for documents of hosts that do not run: of the one that shows, and of the one that ends.
pub fn declarations() -> [Route; 2] {
    let path = format!("{PATH}{{token}}");
    let common = |operation_id: &str, summary: &str| Route {
        parameters: vec![Parameter {
            name: "token".to_owned(),
            place: ParameterPlace::Path,
            required: true,
            kind: ParameterKind::Text { max_length: MAX_TOKEN_LENGTH },
            description: "The token as it stands in the link of the email.".to_owned(),
            example: Some("AAAAAAAAAAduby1zdWNoLXRva2Vu".to_owned()),
        }],
        cache: CacheRule::None,
        response_schema: schema(),
        response_example: "{\"email_frequency\":\"off\"}".to_owned(),
        media_types: vec![HTML.to_owned()],
        ..keyless_get(operation_id, &path, summary)
    };
    [
        Route {
            description: "Shows the page of the link in emails about alerts: it says how often they come and asks whether they shall end. \
                          It changes nothing."
                .to_owned(),
            response_example: "{\"email_frequency\":\"daily\"}".to_owned(),
            ..common("show_alert_letters", "Ask whether emails about alerts shall end")
        },
        Route {
            method: Method::Post,
            description: "Ends emails about alerts for the person of the link, without signing in: by the page, or by a mail program \
                          with one click (RFC 8058), whose body is not read. Alerts go on, in the inbox; the person who is signed \
                          in chooses another cadence."
                .to_owned(),
            ..common("end_alert_letters", "End emails about alerts")
        },
    ]
}

fn schema() -> String {
    json!({
        "type": "object",
        "properties": {
            "email_frequency": {
                "type": "string",
                "enum": ["instant", "daily", "weekly", "off"],
                "description": "The cadence of emails from now on.",
            },
        },
        "required": ["email_frequency"],
    })
    .to_string()
}

fn person(links: &UnsubscriptionLinks, request: &Request) -> Result<i64, Problem> {
    let Some(Value::Text(token)) = request.parameters.first() else { return Err(nothing()) };
    links.open(token).ok_or_else(nothing)
}

/// One answer for all that leads nowhere: it tells nothing about who has an account.
fn nothing() -> Problem {
    Problem::not_found(
        "This link leads to nothing: it was never made, or its account is gone. Take the newest letter's.",
    )
}

fn unavailable(error: &AppStoreError) -> Problem {
    tracing::warn!(%error, "letters about alerts could not be looked up");
    Problem::data_source_unavailable("The store of accounts is not reachable at the moment; try again shortly.")
        .of_store(SilentStore::AppStore)
}

/// The answer in the form that the request likes: a page for people, JSON for programs.
fn answer(request: &Request, cadence: Cadence, asks: bool) -> Answer {
    let body = match request.media_type.as_deref() {
        Some(HTML) => Body::Text { media_type: format!("{HTML}; charset=utf-8"), text: page(cadence, asks) },
        _ => Body::Json(vec![Fragment::Text(json!({ "email_frequency": cadence.word() }).to_string())]),
    };
    Answer { status: 200, body, pinned: Vec::new(), headers: Vec::new(), version: None }
}

/// The page names nobody: an email may have been passed on.
fn page(cadence: Cadence, asks: bool) -> String {
    let (title, content) = match asks {
        true => (
            "End letters about alerts?",
            format!(
                "<p>They come {}. Without them alerts go on, and stand in the inbox.</p>\n<form method=\"post\">\n<input type=\"hidden\" \
                 name=\"List-Unsubscribe\" value=\"One-Click\">\n<button type=\"submit\">End these letters</button>\n</form>",
                cadence.in_words()
            ),
        ),
        false => (
            "No more letters about alerts",
            "<p>Alerts go on, and stand in the inbox. To have letters again, sign in and choose how often they come.</p>".to_owned(),
        ),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title}</title>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{content}\n</main>\n\
         </body>\n</html>\n"
    )
}
