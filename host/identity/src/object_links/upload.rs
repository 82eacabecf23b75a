//! `PUT /objects/{token}`: where signed uploads lead.

use crate::object_links::{LinkRights, MAX_TOKEN_LENGTH, ObjectLinks, ObjectUpload};
use futures_util::StreamExt;
use quarry_contract::{
    Answer, Body, CacheRule, Handler, MOST_UPLOAD_BYTES, Method, Parameter, ParameterKind, ParameterPlace, Problem,
    Request, RequestBody, RequestBodyForm, Route, Served, SilentStore, keyless_get, native,
};
use quarry_stores::clock::Clock;
use quarry_stores::objects::{Objects, ObjectsError};
use quarry_stores::result_set::Value;
use std::sync::Arc;

/// The operation that takes signed uploads, of people whose `rights` hold.
pub fn upload_route(
    links: ObjectLinks,
    rights: LinkRights,
    objects: Objects,
    clock: Clock,
) -> (Arc<Route>, Arc<dyn Handler>) {
    let handler = native(move |request: Request| {
        let (links, rights, objects, now) = (links.clone(), rights.clone(), objects.clone(), clock.now());
        async move {
            let Some(Value::Text(token)) = request.parameters.first() else { return Err(nothing()) };
            let allowed = links.open_upload(token, now).ok_or_else(nothing)?;
            store(&allowed, &rights, &objects, request).await
        }
    });
    (Arc::new(upload_declaration()), handler)
}

async fn store(allowed: &ObjectUpload, rights: &LinkRights, objects: &Objects, request: Request) -> Served {
    check_right(rights, allowed).await?;
    let sent = request.body.ok_or_else(nothing)?;
    if !sent.content_type.eq_ignore_ascii_case(&allowed.content_type) {
        let detail = format!("This link takes {}, and {} was sent.", allowed.content_type, sent.content_type);
        return Err(
            Problem::new(415, "unsupported_media_type", detail).with("accepted", vec![allowed.content_type.clone()])
        );
    }
    let mut pieces = sent.stream.and_then(|stream| stream.take()).ok_or_else(nothing)?;
    let refused = |error: ObjectsError| not_stored(&allowed.component, &error);
    let mut upload = objects.begin_upload(&allowed.component, &allowed.key, &allowed.content_type, None);
    let (mut bytes, most) = (0_u64, u64::from(allowed.max_bytes));
    // Dropped before its end, nothing of it is kept.
    while let Some(piece) = pieces.next().await.transpose()? {
        bytes += piece.len() as u64;
        if bytes > most {
            let detail = format!("This link takes at most {most} bytes, and more were sent.");
            return Err(Problem::new(413, "payload_too_large", detail).with("limit", most));
        }
        upload.write(piece).await.map_err(refused)?;
    }
    // The bytes may have taken a while, and whoever sends them may have been removed meanwhile.
    check_right(rights, allowed).await?;
    match upload.finish_first().await {
        // An answer that was lost on its way is asked for again.
        Ok(_) | Err(ObjectsError::AlreadyThere { is_same: true }) => {}
        Err(ObjectsError::AlreadyThere { is_same: false }) => {
            let detail = "This link has taken another file already, which stays as it is. Ask for a new link.";
            return Err(Problem::new(409, "constraint_violated", detail));
        }
        Err(error) => return Err(refused(error)),
    }
    Ok(Answer { status: 204, body: Body::Empty, pinned: Vec::new(), headers: Vec::new(), version: None })
}

/// Refuses what the person who asked for the link may not send any more, as if there were no such link.
async fn check_right(rights: &LinkRights, allowed: &ObjectUpload) -> Result<(), Problem> {
    match &allowed.right {
        Some(right) if !rights.hold(&allowed.component, right).await? => Err(nothing()),
        Some(_) | None => Ok(()),
    }
}

/// The sender can do nothing about a quota, so it reads no figures of it.
fn not_stored(component: &str, error: &ObjectsError) -> Problem {
    tracing::warn!(component, %error, "an upload could not be stored");
    match error {
        ObjectsError::ObjectsUsedUp { .. } | ObjectsError::BytesUsedUp { .. } => {
            let detail =
                "There is no room left where this link leads; the service that gave you the link can make some.";
            Problem::new(413, "payload_too_large", detail)
        }
        _ => {
            Problem::data_source_unavailable("The object store is not reachable at the moment; send it again shortly.")
                .of_store(SilentStore::Objects)
        }
    }
}

/// One answer for all that leads nowhere: it tells nothing about what is stored.
fn nothing() -> Problem {
    Problem::not_found("This link takes nothing: it was never made, or its time is over. Ask for a new one.")
}

/// The declaration, for documents of hosts that do not run.
pub fn upload_declaration() -> Route {
    Route {
        method: Method::Put,
        description:
            "A link that another operation gave. It takes one file of the media type and size that it was made \
                      for, and works without a key until its time is over, or until the person who asked for it may not send it \
                      any more. The first file that came whole stays: the same again is a 204, another one a 409."
                .to_owned(),
        parameters: vec![Parameter {
            name: "token".to_owned(),
            place: ParameterPlace::Path,
            required: true,
            kind: ParameterKind::Text { max_length: MAX_TOKEN_LENGTH },
            description: "The token as it stands in the link.".to_owned(),
            example: Some("AAAAAGdXmYAHCWFyY2hpdmU".to_owned()),
        }],
        request_body: Some(RequestBody {
            form: RequestBodyForm::Stream { content_types: vec!["*/*".to_owned()] },
            max_bytes: MOST_UPLOAD_BYTES,
            required: true,
        }),
        cache: CacheRule::None,
        success_statuses: vec![204],
        response_schema: "{\"type\":\"null\"}".to_owned(),
        response_example: "null".to_owned(),
        ..keyless_get("store_linked_object", "/objects/{token}", "Store an object by a signed link")
    }
}
