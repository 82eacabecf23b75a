//! `GET /session/research/projects/{id}/table`.

use crate::views::fields::{AUTHOR, Field, Fields, STATUS, TAGS, UPDATED_AT};
use crate::views::filters;
use crate::views::listed::{ListedPage, Ordered, ShownField, ShownPage, places, with_values};
use crate::views::settings::{MOST_COLUMNS, ViewSettings};
use crate::views::wish::Wish;
use quarry_research_pages::access::ProjectRole;
use quarry_sdk::prelude::*;

statement!(app_store, SelectTablePages, "src/views/table_pages.sql", order = TableOrder);

/// True where texts rise; the signs of numbers do the rest.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableOrder {
    Rising,
    Falling,
}

#[derive(Parameters)]
pub struct TableQuery {
    /// Id of the project.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// A view of the project, whose settings stand where the request says nothing else.
    #[parameter(minimum = 1, example = "5")]
    view_id: Option<i64>,
    /// A part of the title, in any case.
    #[parameter(max_length = 100, example = "liqui")]
    q: Option<String>,
    /// A field: `title`, `status`, `tags`, `author`, `created_at`, `updated_at` or `prop.12`; with `-` in front the other way round. Pages
    /// without a value come last either way.
    #[parameter(max_length = 41, example = "-updated_at")]
    sort: Option<String>,
    /// The fields to show, at most 20; left out, some of the page's own and the first properties.
    #[parameter(name = "columns[]", max_items = 20, example = "status,tags")]
    columns: Vec<String>,
    /// A JSON object: fields, at most four, each with the values of which a page must have one; null stands for none.
    #[parameter(max_length = 4000, example = "{\"status\":[\"draft\",\"final\"]}")]
    properties: Option<String>,
}

/// Pages of a project as a table.
#[derive(Schema)]
pub struct Table {
    /// The fields that are shown, in order.
    pub columns: Vec<ShownField>,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Pages of the project, each once.
    pub rows: Vec<ShownPage>,
}

/// Table of a project's pages
///
/// Filters and sorts by any field: a page's own, or a property of its space. A field that a saved view names and the space no longer has is
/// ignored. Any member of the space can read it.
#[endpoint(
    get = "/session/research/projects/{id}/table", session, module = "research", paged, guard = ProjectRole::Viewer,
    guard_path(project_id = id), body = Table
)]
pub fn get_table(request: &Request, query: TableQuery) -> Result<Answer, Problem> {
    let fields = Fields::of_space()?;
    let own = ViewSettings {
        group_by: None,
        sort: query.sort,
        q: query.q,
        columns: (!query.columns.is_empty()).then_some(query.columns),
        properties: query.properties.as_deref().map(filters::parsed).transpose()?,
    };
    let wish = Wish::of(&fields, query.view_id, own)?;
    let rows = statement(&wish).query()?;
    let mut pages: Vec<ListedPage> = rows.read()?;
    pages.truncate(request.page_size());
    let columns = wish.columns.unwrap_or_else(|| usual_columns(&fields));
    let shown = with_values(pages, &columns)?;
    let columns = ShownField::all(&columns);
    Ok(Answer::object().member("columns", &columns).own_page("rows", rows, &shown).into())
}

fn statement(wish: &Wish) -> SelectTablePages {
    let Ordered { sort_field, by_place, sign, step, part, exact } = Ordered::of(wish);
    let [field_1, field_2, field_3, field_4] = wish.filters.fields;
    let [absent_1, absent_2, absent_3, absent_4] = wish.filters.absent;
    let wanted = wish.filters.wanted.iter().cloned().map(|wanted| SelectTablePagesWanted {
        slot: wanted.slot,
        text_value: wanted.text_value,
        number_value: wanted.number_value,
        linked_id: wanted.linked_id,
    });
    let options = places(Some(&wish.sort.field)).map(|(name, place)| SelectTablePagesOptions { name, place });
    SelectTablePages {
        order: if wish.sort.falls { TableOrder::Falling } else { TableOrder::Rising },
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
    }
}

/// Some of a page's own fields, and the first properties.
fn usual_columns(fields: &Fields) -> Vec<Field> {
    let usual = |field: &&Field| field.number > 0 || [STATUS, TAGS, AUTHOR, UPDATED_AT].contains(&field.key.as_str());
    fields.0.iter().filter(usual).take(MOST_COLUMNS).cloned().collect()
}
