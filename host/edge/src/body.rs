//! Stage: body. Writes an answer's fragments, and the members and the cursor of a page.
//!
//! A page is read with one row more than it shows: then there is a next page, and the cursor is made of the last row
//! shown. A page whose rows do not fit into an answer shows fewer; what does not fit even so is a 422
//! `answer_too_large`. An answer that does not keep its declaration (two pages in one body, a page where none was declared, a
//! cursor column that is not there) is the handler's fault: 503 `plugin_failed`, the reason in the log alone.

use crate::cursor::{self, CursorBinding, CursorKeys};
use crate::entity_tag::is_version;
use bytes::Bytes;
use http::HeaderValue;
use quarry_contract::parameters::MAX_PAGE_ROWS;
use quarry_contract::{Answer, Body, CursorColumn, Fragment, PageCursor, PageRequest, Problem, Walk};
use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::rows_json::{least_bytes, write_first_row, write_rows};

/// A body, ready to send.
#[derive(Debug)]
pub(super) struct WrittenBody {
    pub bytes: Bytes,
    /// The beginning of the next page, if there is one.
    pub next_cursor: Option<String>,
    /// The end of the page before it, on a walk both ways.
    pub previous_cursor: Option<String>,
    /// The media type; `None` for JSON.
    pub media_type: Option<HeaderValue>,
    /// The beginning of the entity tag.
    pub version: Option<String>,
}

/// The parts of a request that writing its body needs.
pub(super) struct BodyContext<'a> {
    pub page: Option<&'a PageRequest>,
    pub cursor_keys: &'a CursorKeys,
    pub binding: CursorBinding<'a>,
    pub max_bytes: usize,
    pub walk: Walk,
}

/// Writes the answer's body.
pub(super) fn write_body(answer: Answer, context: &BodyContext<'_>) -> Result<WrittenBody, Problem> {
    let version = answer.version;
    if version.as_deref().is_some_and(|version| !is_version(version)) {
        return Err(broken_answer(context, "its version is not of 1 to 40 lowercase letters, digits and `_`"));
    }
    let whole = |bytes: Bytes, media_type: Option<HeaderValue>, version: Option<String>| WrittenBody {
        bytes,
        next_cursor: None,
        previous_cursor: None,
        media_type,
        version,
    };
    let fragments = match answer.body {
        Body::Empty => return Ok(whole(Bytes::new(), None, version)),
        Body::Json(fragments) => fragments,
        Body::Text { text, .. } if text.len() > context.max_bytes => return Err(too_large(context)),
        Body::Text { media_type, text } => {
            let header =
                HeaderValue::try_from(media_type).map_err(|_| broken_answer(context, "its media type is not valid"))?;
            return Ok(whole(text.into_bytes().into(), Some(header), version));
        }
        Body::Object(_) | Body::Events(_) => return Err(broken_answer(context, "its body is of another form")),
    };
    let (bytes, shown_page) = match <[Fragment; 1]>::try_from(fragments) {
        // The common small answer is sent as it came.
        Ok([Fragment::Text(text)]) => (text.into_bytes(), None),
        Ok(single) => fitting(&single, &answer.pinned, context)?,
        Err(several) => fitting(&several, &answer.pinned, context)?,
    };
    if bytes.len() > context.max_bytes {
        return Err(too_large(context));
    }
    let (next_cursor, previous_cursor) =
        shown_page.map_or((None, None), |page| (page.next_cursor, page.previous_cursor));
    Ok(WrittenBody { bytes: bytes.into(), next_cursor, previous_cursor, media_type: None, version })
}

/// The body with its page. Where not all of the page's rows fit into an answer, it has fewer of them, at least one, and
/// a cursor that goes on behind the last.
fn fitting(
    fragments: &[Fragment],
    pinned: &[(String, Value)],
    context: &BodyContext<'_>,
) -> Result<(Vec<u8>, Option<ShownPage>), Problem> {
    let mut most = usize::MAX;
    loop {
        let page = find_page(fragments, pinned, most, context)?;
        // What cannot fit is not written: rows may be several times as long as an answer.
        let least = fragments.iter().map(|fragment| least_of(fragment, page.as_ref())).sum();
        if least > context.max_bytes {
            let fewer = page.and_then(|page| page.fewer(least, context.max_bytes));
            most = fewer.ok_or_else(|| too_large(context))?;
            continue;
        }
        let bytes = write_fragments(fragments, page.as_ref(), context)?;
        let fewer = match &page {
            Some(page) if bytes.len() > context.max_bytes => page.fewer(bytes.len(), context.max_bytes),
            _ => None,
        };
        match fewer {
            Some(fewer) => most = fewer,
            None => return Ok((bytes, page)),
        }
    }
}

/// The page that an answer shows.
struct ShownPage {
    count: usize,
    limit: u32,
    next_cursor: Option<String>,
    /// Only a walk both ways has one.
    previous_cursor: Option<String>,
    /// True when the host writes its rows, and so may write fewer of them.
    can_be_cut: bool,
}

impl ShownPage {
    /// The number of rows to try next where these made a body of `bytes`, more than `max_bytes`: as many as fit if all are
    /// alike. `None` where the page cannot have fewer.
    fn fewer(&self, bytes: usize, max_bytes: usize) -> Option<usize> {
        (self.can_be_cut && self.count > 1).then(|| (self.count * max_bytes / bytes).clamp(1, self.count - 1))
    }
}

/// The answer's page, of at most `most` rows.
fn find_page(
    fragments: &[Fragment],
    pinned: &[(String, Value)],
    most: usize,
    context: &BodyContext<'_>,
) -> Result<Option<ShownPage>, Problem> {
    if context.walk == Walk::BothWays {
        return find_ends(fragments, context).map(Some);
    }
    if let Some(page) = find_own_place(fragments, pinned, context)? {
        return Ok(Some(page));
    }
    let mut pages = fragments.iter().filter_map(|fragment| match fragment {
        Fragment::PageRows { rows, after, order } => Some((rows, after, order, true)),
        Fragment::OwnPage { rows, after, order } => Some((rows, after, order, false)),
        _ => None,
    });
    let Some((rows, after, order, can_be_cut)) = pages.next() else {
        return match fragments.contains(&Fragment::PageMembers) {
            true => Err(broken_answer(context, "it has the members of a page but no page")),
            false => Ok(None),
        };
    };
    if pages.next().is_some() {
        return Err(broken_answer(context, "it has more than one page"));
    }
    let Some(page) = context.page else {
        return Err(broken_answer(context, "it has a page, and the route does not declare one"));
    };
    let count = rows.row_count.min(page.limit as usize).min(most);
    let next_cursor = match rows.row_count > count {
        true => Some(next_cursor(rows, count, (after, order.as_deref()), pinned, page, context)?),
        false => None,
    };
    Ok(Some(ShownPage { count, limit: page.limit, next_cursor, previous_cursor: None, can_be_cut }))
}

/// The page of a walk forward whose place the handler gave, and whose other members are its own text.
fn find_own_place(
    fragments: &[Fragment],
    pinned: &[(String, Value)],
    context: &BodyContext<'_>,
) -> Result<Option<ShownPage>, Problem> {
    use Fragment::{NextCursor, OwnPage, PageEnds, PageMembers, PageRows};
    let mut places = fragments.iter().filter_map(|fragment| match fragment {
        NextCursor(place) => Some(place.as_deref()),
        _ => None,
    });
    let Some(place) = places.next() else { return Ok(None) };
    let is_another =
        |fragment: &Fragment| matches!(fragment, OwnPage { .. } | PageEnds(_) | PageMembers | PageRows { .. });
    if places.next().is_some() || fragments.iter().any(is_another) {
        return Err(broken_answer(context, "it names the place behind its page beside another page"));
    }
    let Some(page) = context.page else {
        return Err(broken_answer(context, "it has a page, and the route does not declare one"));
    };
    let next_cursor = place.map(|after| sealed(after.to_vec(), None, pinned, page, context)).transpose()?;
    Ok(Some(ShownPage { count: 0, limit: page.limit, next_cursor, previous_cursor: None, can_be_cut: false }))
}

/// The page of a walk both ways, whose places the handler gave.
fn find_ends(fragments: &[Fragment], context: &BodyContext<'_>) -> Result<ShownPage, Problem> {
    let mut ends = fragments.iter().filter_map(|fragment| match fragment {
        Fragment::PageEnds(ends) => Some(ends),
        _ => None,
    });
    let (Some(page), Some(ends), None) = (context.page, ends.next(), ends.next()) else {
        return Err(broken_answer(context, "it must name the places on both sides of its page exactly once"));
    };
    let seal = |place: &Option<Vec<Value>>| match place {
        None => Ok(None),
        Some(after) => {
            let cursor = PageCursor { after: after.clone(), pinned: Vec::new(), order: None };
            cursor::seal(context.cursor_keys, context.binding, &cursor)
                .map(Some)
                .map_err(|error| broken_answer(context, &error.to_string()))
        }
    };
    let (next_cursor, previous_cursor) = (seal(&ends.older)?, seal(&ends.newer)?);
    let count = ends.count as usize;
    Ok(ShownPage { count, limit: page.limit, next_cursor, previous_cursor, can_be_cut: false })
}

/// The cursor of the page after the one whose last row is `count - 1`.
fn next_cursor(
    rows: &ResultSet,
    count: usize,
    (after, order): (&[CursorColumn], Option<&str>),
    pinned: &[(String, Value)],
    page: &PageRequest,
    context: &BodyContext<'_>,
) -> Result<String, Problem> {
    if after.is_empty() {
        return Err(broken_answer(context, "its page goes on, and no column makes its cursor"));
    }
    let cell = |CursorColumn { name, is_nullable }: &CursorColumn| {
        let column = rows.column(name).ok_or_else(|| {
            broken_answer(context, &format!("the column \"{name}\" of its cursor is not among its rows' columns"))
        })?;
        let value = column.value(count - 1);
        if value == Value::Null && !is_nullable {
            let sentence = format!("the column \"{name}\" of its cursor is null in a row: declare it `{name}:type?`");
            return Err(broken_answer(context, &sentence));
        }
        Ok(value)
    };
    let after = after.iter().map(cell).collect::<Result<Vec<_>, Problem>>()?;
    sealed(after, order, pinned, page, context)
}

/// The cursor of a place. What the walk was started with stays with it, unless the answer pins anew.
fn sealed(
    after: Vec<Value>,
    order: Option<&str>,
    pinned: &[(String, Value)],
    page: &PageRequest,
    context: &BodyContext<'_>,
) -> Result<String, Problem> {
    let pinned = match &page.cursor {
        Some(cursor) if pinned.is_empty() => cursor.pinned.clone(),
        _ => pinned.to_vec(),
    };
    let order = order.map(str::to_owned);
    cursor::seal(context.cursor_keys, context.binding, &PageCursor { after, order, pinned })
        .map_err(|error| broken_answer(context, &error.to_string()))
}

/// The fewest bytes that the rows of a fragment take in the body.
fn least_of(fragment: &Fragment, page: Option<&ShownPage>) -> usize {
    match (fragment, page) {
        (Fragment::Rows(rows), _) => least_bytes(rows, rows.row_count),
        (Fragment::PageRows { rows, .. }, Some(page)) => least_bytes(rows, page.count),
        _ => 0,
    }
}

fn write_fragments(
    fragments: &[Fragment],
    page: Option<&ShownPage>,
    context: &BodyContext<'_>,
) -> Result<Vec<u8>, Problem> {
    let mut output = Vec::with_capacity(1024);
    for fragment in fragments {
        match (fragment, page) {
            (Fragment::Text(text), _) => output.extend_from_slice(text.as_bytes()),
            (Fragment::Rows(rows), _) => write_rows(&mut output, rows, rows.row_count),
            (Fragment::Row(rows), _) => write_first_row(&mut output, rows),
            (Fragment::Secret(secret), _) => {
                output.extend_from_slice(serde_json::Value::from(secret.expose()).to_string().as_bytes());
            }
            (Fragment::PageRows { rows, .. }, Some(page)) => write_rows(&mut output, rows, page.count),
            (Fragment::OwnPage { .. }, Some(_)) => {}
            (Fragment::PageMembers, Some(page)) => write_page_members(&mut output, page, false),
            (Fragment::PageEnds(_), Some(page)) => write_page_members(&mut output, page, true),
            (Fragment::NextCursor(_), Some(page)) => {
                output.extend_from_slice(written_cursor(page.next_cursor.as_deref()).as_bytes());
            }
            (
                Fragment::PageRows { .. }
                | Fragment::OwnPage { .. }
                | Fragment::PageMembers
                | Fragment::PageEnds(_)
                | Fragment::NextCursor(_),
                None,
            ) => {
                return Err(broken_answer(context, "it has the parts of a page but no page"));
            }
        }
        // Checked after each fragment, so that what is over the limit does not go on growing.
        if output.len() > context.max_bytes {
            break;
        }
    }
    Ok(output)
}

/// A cursor as JSON. Base64url needs no escaping.
fn written_cursor(cursor: Option<&str>) -> String {
    cursor.map_or("null".to_owned(), |text| format!("\"{text}\""))
}

fn write_page_members(output: &mut Vec<u8>, page: &ShownPage, both_ways: bool) {
    let previous = match both_ways {
        true => format!("\"previous_cursor\":{},", written_cursor(page.previous_cursor.as_deref())),
        false => String::new(),
    };
    let members = format!(
        "\"count\":{},\"next_cursor\":{},{previous}\"limit\":{},\"max_rows\":{MAX_PAGE_ROWS}",
        page.count,
        written_cursor(page.next_cursor.as_deref()),
        page.limit
    );
    output.extend_from_slice(members.as_bytes());
}

/// Rows of the stores are as large as the chain made them: nothing is wrong with the component, and asking again changes
/// nothing.
fn too_large(context: &BodyContext<'_>) -> Problem {
    let max_bytes = context.max_bytes;
    let narrower = match context.page {
        Some(_) => "ask for fewer rows (limit) or for less (filters)",
        None => "it cannot be shown as a whole",
    };
    tracing::warn!(operation_id = context.binding.operation_id, max_bytes, "an answer is larger than one may be");
    let detail = format!("The answer is larger than the {max_bytes} bytes that an answer may have; {narrower}.");
    Problem::new(422, "answer_too_large", detail).with("max_bytes", max_bytes)
}

fn broken_answer(context: &BodyContext<'_>, reason: &str) -> Problem {
    tracing::error!(operation_id = context.binding.operation_id, reason, "an answer does not keep its declaration");
    Problem::plugin_failed("The operation gave an answer that it had not declared, so it was not sent.")
}
