//! `GET /session/research/projects/{id}/board`.

use crate::views::fields::{Field, FieldKind, Fields, STATUS, TAGS, day_text};
use crate::views::filters;
use crate::views::listed::{ListedPage, Ordered, ShownField, ShownPage, places, with_values};
use crate::views::place::{self, ColumnKey, ColumnPlace};
use crate::views::settings::ViewSettings;
use crate::views::wish::Wish;
use quarry_research_pages::access::ProjectRole;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(app_store, SelectBoardPages, "src/views/board_pages.sql");

/// Columns that a board shows at most, beside that of pages without a value.
const MOST_COLUMNS: i64 = 100;
/// Fields that its cards show at most.
const MOST_FIELDS: usize = 4;
/// Pages of a column.
const PAGES: i64 = 20;

#[derive(Parameters)]
pub struct BoardQuery {
    /// Id of the project.
    #[parameter(path, minimum = 1, example = "1")]
    id: i64,
    /// The field whose values are the columns: `status` (where nothing else is said), `tags`, `author`, `title`, `created_at`, `updated_at`
    /// or `prop.12`.
    #[parameter(max_length = 40, example = "status")]
    group_by: Option<String>,
    /// A view of the project, whose settings stand where the request says nothing else.
    #[parameter(minimum = 1, example = "5")]
    view_id: Option<i64>,
    /// A part of the title, in any case.
    #[parameter(max_length = 100, example = "liqui")]
    q: Option<String>,
    /// The field by which each column is sorted; with `-` in front the other way round. The newest first where nothing is said.
    #[parameter(max_length = 41, example = "-updated_at")]
    sort: Option<String>,
    /// The fields that cards show, at most four.
    #[parameter(name = "columns[]", max_items = 4, example = "status,tags")]
    columns: Vec<String>,
    /// A JSON object: fields, at most four, each with the values of which a page must have one; null stands for none.
    #[parameter(max_length = 4000, example = "{\"status\":[\"draft\",\"final\"]}")]
    properties: Option<String>,
    /// The `next_cursor` of a column: the answer has that column alone, with its next pages.
    #[parameter(
        max_length = 8000,
        example = "eyJib2FyZCI6IlpjZWh4azBGaDhVUkhaaFciLCJjb2x1bW4iOnsidGV4dCI6ImRyYWZ0IiwibnVtYmVyIjpudWxsLCJsaW5rZWQiOm51bGx9LCJtaXNzaW5nIjowLCJ0ZXh0IjoiIiwibnVtYmVyIjowLCJ0aWUiOi0xfQ"
    )]
    cursor: Option<String>,
    /// Pages of each column; 20 where nothing is said.
    #[parameter(minimum = 1, maximum = 20, example = "20")]
    limit: Option<i64>,
}

/// The value that a column's pages have: a text, or the number of a person or a page.
#[derive(Serialize, Debug, Clone, PartialEq)]
#[serde(untagged)]
pub enum ColumnValue {
    Text(String),
    Linked(i64),
}

impl Schema for ColumnValue {
    fn schema() -> serde_json::Value {
        json!({ "type": ["string", "integer"] })
    }

    fn example() -> serde_json::Value {
        json!("draft")
    }
}

/// A column of a board.
#[derive(Schema, Serialize, Debug, Clone, PartialEq)]
pub struct BoardColumn {
    /// The value that the column's pages share; null for pages without a value. `properties` filters by it, and a page that is moved here
    /// is given it.
    pub value: Option<ColumnValue>,
    /// The value as people read it.
    #[schema(example = "draft")]
    pub label: String,
    /// All pages of the column.
    #[schema(example = 812)]
    pub count: i64,
    /// Pass it back as `cursor` for the column's next pages; null where there are none.
    #[schema(example = "eyJib2FyZCI6IlpjZWh4azBGaDhVUkhaaFcifQ")]
    pub next_cursor: Option<String>,
    /// The first ones, or those behind the cursor.
    pub pages: Vec<ShownPage>,
}

/// Pages of a project by what they have of a field.
#[derive(Schema, Serialize)]
pub struct Board {
    /// The field whose values are the columns.
    #[schema(example = "prop.12")]
    pub group_by: String,
    /// The fields that cards show.
    pub fields: Vec<ShownField>,
    /// Pages without a value first, then in the order of options, numbers, days or the alphabet. A select has a column for each of its options.
    pub columns: Vec<BoardColumn>,
    /// True where there are more than 100 values: a filter makes them fewer.
    #[schema(example = false)]
    pub more_columns: bool,
}

#[derive(Row)]
struct BoardRow {
    #[row(flatten)]
    page: ListedPage,
    column_text: Option<String>,
    column_number: Option<f64>,
    column_id: Option<i64>,
    column_name: Option<String>,
    column_total: i64,
    column_place: i64,
}

/// Board of a project's pages
///
/// A column for each value of a field, with how many pages it has and the first of them; a page stands in the column of each of its tags.
/// A column's `next_cursor`, sent back as `cursor` beside the same parameters, gives that column's next pages. What a saved view names and
/// the space no longer has is ignored. Any member of the space may.
#[endpoint(
    get = "/session/research/projects/{id}/board", session, module = "research", guard = ProjectRole::Viewer,
    guard_path(project_id = id),
    refuses(422, "invalid_cursor", "The cursor is not of a column of this board with this order and these filters."),
    body = Board
)]
pub fn get_board(query: BoardQuery) -> Result<Answer, Problem> {
    let fields = Fields::of_space()?;
    let own = ViewSettings {
        group_by: query.group_by,
        sort: query.sort,
        q: query.q,
        columns: (!query.columns.is_empty()).then_some(query.columns),
        properties: query.properties.as_deref().map(filters::parsed).transpose()?,
    };
    let mut wish = Wish::of(&fields, query.view_id, own)?;
    let group = wish.group_by.take().or_else(|| fields.find(STATUS).cloned());
    let group = group.ok_or_else(|| Problem::not_found("Pages have no status."))?;
    let board = place::board(query.id, &group, &wish);
    let place = query.cursor.as_deref().map(|cursor| ColumnPlace::of(cursor, &board)).transpose()?;
    let limit = query.limit.unwrap_or(PAGES);
    let rows: Vec<BoardRow> = statement(&wish, &group, place.as_ref(), limit + 1).all()?;
    let mut shown = wish.columns.unwrap_or_else(|| usual_fields(&fields));
    shown.truncate(MOST_FIELDS);
    let more_columns = rows.last().is_some_and(|row| row.column_place > MOST_COLUMNS + 1);
    let columns = columns(rows, &group, &board, &shown, usize::try_from(limit).unwrap_or(0))?;
    let columns = if place.is_none() { with_every_option(columns, &group) } else { columns };
    Ok(Answer::json(&Board { group_by: group.key, fields: ShownField::all(&shown), columns, more_columns }))
}

fn statement(wish: &Wish, group: &Field, place: Option<&ColumnPlace>, pages: i64) -> SelectBoardPages {
    let Ordered { sort_field, by_place, sign, step, part, exact } = Ordered::of(wish);
    let [field_1, field_2, field_3, field_4] = wish.filters.fields;
    let [absent_1, absent_2, absent_3, absent_4] = wish.filters.absent;
    let wanted = wish.filters.wanted.iter().cloned().map(|wanted| SelectBoardPagesWanted {
        slot: wanted.slot,
        text_value: wanted.text_value,
        number_value: wanted.number_value,
        linked_id: wanted.linked_id,
    });
    let options = places(Some(&wish.sort.field)).map(|(name, place)| SelectBoardPagesOptions { name, place });
    let group_options = places(Some(group)).map(|(name, place)| SelectBoardPagesGroupOptions { name, place });
    let column = place.map(|place| place.column.clone()).unwrap_or_default();
    SelectBoardPages {
        sort_field,
        by_place,
        sign,
        step,
        part,
        exact,
        field_1,
        field_2,
        field_3,
        field_4,
        absent_1,
        absent_2,
        absent_3,
        absent_4,
        options: options.collect(),
        wanted: wanted.collect(),
        group_field: group.number,
        group_options: group_options.collect(),
        only: i64::from(place.is_some()),
        only_is_column: i64::from(column.is_column()),
        only_text: column.text.unwrap_or_default(),
        only_number: column.number.map(f64::from_bits).unwrap_or_default(),
        only_id: column.linked.unwrap_or_default(),
        // One more tells whether there are more.
        columns: MOST_COLUMNS + 2,
        after_missing: place.map_or(0, |place| place.missing),
        after_text: place.map(|place| place.text.clone()).unwrap_or_default(),
        after_number: place.map_or(0.0, |place| f64::from_bits(place.number)),
        after_tie: place.map_or(0, |place| place.tie),
        pages,
    }
}

/// The columns of the rows, which come column by column.
fn columns(
    rows: Vec<BoardRow>,
    group: &Field,
    board: &str,
    shown: &[Field],
    limit: usize,
) -> Result<Vec<BoardColumn>, Problem> {
    let mut columns: Vec<BoardColumn> = Vec::new();
    let mut pages: BTreeMap<i64, ListedPage> = BTreeMap::new();
    let mut ids: Vec<Vec<i64>> = Vec::new();
    let mut last: Option<(i64, ColumnKey, ListedPage)> = None;
    for row in rows.into_iter().filter(|row| row.column_place <= MOST_COLUMNS + 1) {
        let key = ColumnKey {
            text: row.column_text.clone(),
            number: row.column_number.map(f64::to_bits),
            linked: row.column_id,
        };
        if last.as_ref().is_none_or(|(place, _, _)| *place != row.column_place) {
            columns.push(column(&row, group));
            ids.push(Vec::new());
        }
        let (Some(column), Some(of_column)) = (columns.last_mut(), ids.last_mut()) else { continue };
        match (of_column.len() < limit, &last) {
            (true, _) => {
                of_column.push(row.page.id);
                pages.insert(row.page.id, row.page.clone());
                last = Some((row.column_place, key, row.page));
            }
            (false, Some((_, key, page))) => column.next_cursor = Some(behind(page, key.clone(), board).cursor()),
            (false, None) => {}
        }
    }
    let shown: BTreeMap<i64, ShownPage> =
        with_values(pages.into_values().collect(), shown)?.into_iter().map(|page| (page.id, page)).collect();
    for (column, ids) in columns.iter_mut().zip(ids) {
        column.pages = ids.iter().filter_map(|id| shown.get(id)).cloned().collect();
    }
    Ok(columns)
}

fn behind(page: &ListedPage, column: ColumnKey, board: &str) -> ColumnPlace {
    ColumnPlace {
        board: board.to_owned(),
        column,
        missing: page.missing,
        text: page.sort_text.clone(),
        number: page.sort_number.to_bits(),
        tie: page.sort_tie,
    }
}

fn column(row: &BoardRow, group: &Field) -> BoardColumn {
    let number = row.column_number.map(|number| match group.kind {
        FieldKind::Time => day_text(number),
        _ => number.to_string(),
    });
    let text = row.column_text.clone().or(number);
    let value = text.clone().map(ColumnValue::Text).or(row.column_id.map(ColumnValue::Linked));
    let label = row.column_name.clone().or(text).unwrap_or_else(|| match value {
        Some(_) => "former member".to_owned(),
        None => NO_VALUE.to_owned(),
    });
    BoardColumn { value, label, count: row.column_total, next_cursor: None, pages: Vec::new() }
}

/// The label of the column of pages without a value.
const NO_VALUE: &str = "—";

/// A select's columns are its options, those without pages too, behind that of pages without a value.
fn with_every_option(columns: Vec<BoardColumn>, group: &Field) -> Vec<BoardColumn> {
    if group.kind != FieldKind::Select {
        return columns;
    }
    let (of_options, mut shown): (Vec<BoardColumn>, Vec<BoardColumn>) =
        columns.into_iter().partition(|column| column.value.is_some());
    let mut by_option: BTreeMap<String, BoardColumn> =
        of_options.into_iter().map(|column| (column.label.clone(), column)).collect();
    shown.extend(group.options.iter().map(|option| {
        by_option.remove(option).unwrap_or_else(|| BoardColumn {
            value: Some(ColumnValue::Text(option.clone())),
            label: option.clone(),
            count: 0,
            next_cursor: None,
            pages: Vec::new(),
        })
    }));
    shown
}

/// The fields of a card where nobody named any.
fn usual_fields(fields: &Fields) -> Vec<Field> {
    fields.0.iter().filter(|field| [STATUS, TAGS].contains(&field.key.as_str())).cloned().collect()
}
