//! Papers: members that may be null, changed one by one, and a list that is sorted by one of them.

use quarry_sdk::prelude::*;
use serde::Deserialize;

statement!(app_store, InsertPaper, "sql/insert_paper.sql");
statement!(app_store, ChangePaper, "sql/change_paper.sql");
statement!(app_store, ListPapers, "sql/list_papers.sql", order = PaperOrder);

/// A paper to keep.
#[derive(Deserialize, Schema)]
pub struct NewPaper {
    #[schema(example = 1)]
    id: i64,
    #[schema(example = "Depegs of March")]
    title: String,
    #[schema(example = "thin books", optional)]
    finding: Option<String>,
    /// The time of reading, in any unit.
    #[schema(example = 20, optional)]
    read_at: Option<i64>,
}

/// The change of a paper.
#[derive(Deserialize, Schema)]
pub struct PaperChange {
    #[schema(example = "Depegs of April", optional)]
    title: Option<String>,
    /// The finding; null clears it.
    #[schema(example = "thin books")]
    #[serde(default)]
    finding: Patch<String>,
    /// The time of reading; null means that nobody has read it.
    #[schema(example = 21)]
    #[serde(default)]
    read_at: Patch<i64>,
}

/// A paper as it is.
#[derive(Schema)]
pub struct Paper {
    #[schema(example = 1)]
    pub id: i64,
    #[schema(example = "Depegs of March")]
    pub title: String,
    #[schema(example = "thin books")]
    pub finding: Option<String>,
    #[schema(example = 20)]
    pub read_at: Option<i64>,
    /// One more with each change.
    #[schema(example = 1)]
    pub version: i64,
}

#[derive(Schema)]
pub struct OnePaper {
    #[schema(rows = [InsertPaper, ChangePaper])]
    pub paper: Paper,
}

#[derive(Schema)]
pub struct Papers {
    #[schema(flatten)]
    pub page: PageMembers,
    #[schema(rows = ListPapers)]
    pub papers: Vec<Paper>,
}

#[derive(Parameters)]
pub struct PaperPath {
    /// The paper.
    #[parameter(path, minimum = 1, example = "1")]
    id: i64,
}

/// The order of papers by their time of reading.
#[derive(Debug, Clone, Copy, Choice)]
pub enum PaperOrder {
    Newest,
    Oldest,
}

#[derive(Parameters)]
pub struct PapersQuery {
    /// The paper that comes first, among those that were read.
    #[parameter(default = "newest")]
    sort: PaperOrder,
}

/// Keeps a paper
#[endpoint(post = "/notebook/papers", key = "research:write", cache = no_store, body = OnePaper)]
pub fn create_paper(JsonBody(new): JsonBody<NewPaper>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let NewPaper { id, title, finding, read_at } = new;
    let paper = transaction.query(InsertPaper { id, title, finding, read_at })?;
    transaction.commit()?;
    Ok(Answer::object().row("paper", paper).into())
}

/// Changes what is sent of a paper
#[endpoint(
    patch = "/notebook/papers/{id}", key = "research:write", cache = no_store, body = OnePaper
)]
pub fn change_paper(path: PaperPath, JsonBody(change): JsonBody<PaperChange>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let PaperChange { title, finding, read_at } = change;
    let paper = transaction.query(ChangePaper { id: path.id, title, finding, read_at })?;
    if paper.is_empty() {
        return Err(Problem::not_found(format!("There is no paper {}.", path.id)));
    }
    transaction.commit()?;
    Ok(Answer::object().row("paper", paper).into())
}

/// The organization's papers
#[endpoint(get = "/notebook/papers", key = "read", cache = no_store, paged, body = Papers)]
pub fn list_papers(query: PapersQuery) -> Result<Answer, Problem> {
    Ok(Answer::object().page("papers", ListPapers { order: query.sort }.query()?).into())
}
