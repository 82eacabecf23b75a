//! Marks: how far a job has followed each part of its source.
//!
//! Always true: a mark moves in the transaction that writes what was seen to, and only by the run that began the last turn at its part.
//! So a host that dies in between leaves both undone, and a run that was overtaken writes nothing.

use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// The most parts that a job may have marks of.
const MOST_PARTS: i64 = 10_000;

/// How far a job has followed a part of its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub part: String,
    /// Everything up to this version was seen to.
    pub version: i64,
    /// In microseconds since the epoch.
    pub looked_at: i64,
}

/// The marks of one job of one component.
#[derive(Debug, Clone, Copy)]
pub struct JobMarks<'a> {
    pub component: &'a str,
    pub job: &'a str,
}

impl JobMarks<'_> {
    /// Every mark, by its part.
    pub async fn all(&self, store: &AppStore) -> Result<Vec<Mark>, AppStoreError> {
        let sql = "SELECT part, version, looked_at FROM job_marks WHERE component = $1 AND job = $2
                   ORDER BY part LIMIT CAST($3 AS BIGINT)";
        let [component, job] = self.names();
        let rows = store.query(sql, &[component, job, Value::Int64(MOST_PARTS)]).await?;
        let mark = |row: Row<'_>| {
            let (version, looked_at) = (row.integer("version")?, row.integer("looked_at")?);
            Ok(Mark { part: row.text("part")?, version, looked_at })
        };
        Row::all(&rows).map(mark).collect()
    }

    /// Begins a turn at a part; gives the mark and the turn's number, none where the part has no mark.
    pub async fn begin_turn(&self, store: &AppStore, part: &str) -> Result<Option<(Mark, i64)>, AppStoreError> {
        let sql = "UPDATE job_marks SET turn = turn + 1 WHERE component = $1 AND job = $2 AND part = $3
                   RETURNING version, looked_at, turn";
        let rows = store.query(sql, &self.at(part)).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        let (version, looked_at) = (row.integer("version")?, row.integer("looked_at")?);
        Ok(Some((Mark { part: part.to_owned(), version, looked_at }, row.integer("turn")?)))
    }

    /// Keeps a turn until the transaction ends; false where another one was begun since.
    pub async fn hold_turn(&self, inner: &mut Transaction, part: &str, turn: i64) -> Result<bool, AppStoreError> {
        let sql = "UPDATE job_marks SET turn = turn
                   WHERE component = $1 AND job = $2 AND part = $3 AND turn = CAST($4 AS BIGINT)";
        let [component, job, part] = self.at(part);
        Ok(inner.execute(sql, &[component, job, part, Value::Int64(turn)]).await? > 0)
    }

    /// Gives a part its first mark, where it has none; false where the job has as many as it may.
    pub async fn start(&self, inner: &mut Transaction, mark: &Mark) -> Result<bool, AppStoreError> {
        let [component, job] = self.names();
        let count = "SELECT CAST(count(*) AS BIGINT) AS parts FROM job_marks WHERE component = $1 AND job = $2";
        let rows = inner.query(count, &[component, job]).await?;
        if Row::first(&rows).map(|row| row.integer("parts")).transpose()?.unwrap_or_default() >= MOST_PARTS {
            return Ok(false);
        }
        let sql = "INSERT INTO job_marks (component, job, part, version, looked_at, turn)
                   VALUES ($1, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT), 0)
                   ON CONFLICT (component, job, part) DO NOTHING";
        inner.execute(sql, &self.of(mark)).await?;
        Ok(true)
    }

    /// Moves a mark; false where another turn was begun since.
    pub async fn move_to(&self, inner: &mut Transaction, mark: &Mark, turn: i64) -> Result<bool, AppStoreError> {
        let sql = "UPDATE job_marks SET version = CAST($4 AS BIGINT), looked_at = CAST($5 AS BIGINT)
                   WHERE component = $1 AND job = $2 AND part = $3 AND turn = CAST($6 AS BIGINT)";
        let mut values = self.of(mark).to_vec();
        values.push(Value::Int64(turn));
        Ok(inner.execute(sql, &values).await? > 0)
    }

    /// Takes a mark away.
    pub async fn remove(&self, inner: &mut Transaction, part: &str) -> Result<(), AppStoreError> {
        let sql = "DELETE FROM job_marks WHERE component = $1 AND job = $2 AND part = $3";
        inner.execute(sql, &self.at(part)).await?;
        Ok(())
    }

    fn names(&self) -> [Value; 2] {
        [self.component, self.job].map(|name| Value::Text(name.to_owned()))
    }

    fn at(&self, part: &str) -> [Value; 3] {
        [self.component, self.job, part].map(|name| Value::Text(name.to_owned()))
    }

    fn of(&self, mark: &Mark) -> [Value; 5] {
        let [component, job, part] = self.at(&mark.part);
        [component, job, part, Value::Int64(mark.version), Value::Int64(mark.looked_at)]
    }
}
