//! The file of a person's data: JSON, one list of rows a table, made by a job of the host and deleted after seven days.

use crate::jobs::{Ending, HostJob};
use crate::mail::send_mail;
use crate::personal_data::export::{Arguments, EXPORT_PERSONAL_DATA, object_key};
use crate::personal_data::known_rows::KnownRows;
use crate::personal_data::{Erasing, PersonalData, PersonalDataError, PersonalRows, page_of_rows};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use quarry_contract::Caller;
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::objects::Upload;
use quarry_stores::result_set::{ColumnData, ResultSet, Value};
use quarry_stores::row_memory::RowMemory;
use quarry_stores::rows_json::write_rows;
use serde_json::json;
use std::time::{Duration, Instant};

/// The time for which the file is kept.
const FILE_LIFE: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Rows that are read at once, and the most that one table may have.
const ROWS_AT_ONCE: usize = 5_000;
const MAX_ROWS: usize = 1_000_000;
/// The most that a file has of components that are no part of the service, and the time that reading it may take.
const MAX_BYTES_OF_OTHERS: usize = 16 << 20;
const MAX_ROWS_OF_OTHERS: usize = 100_000;
const TIME_OF_OTHERS: Duration = Duration::from_secs(30);

/// The host's job that makes the file.
pub struct ExportJob {
    data: PersonalData,
}

impl ExportJob {
    pub fn new(data: PersonalData) -> ExportJob {
        ExportJob { data }
    }
}

impl HostJob for ExportJob {
    fn name(&self) -> &'static str {
        EXPORT_PERSONAL_DATA
    }

    fn run<'a>(&'a self, arguments: &'a str) -> BoxFuture<'a, Ending> {
        Box::pin(async move {
            let Ok(Arguments { user_id }) = serde_json::from_str(arguments) else {
                return Ending::GivenUp("The export was not asked for by this version of the host.".to_owned());
            };
            match self.data.export(user_id, Timestamp::now()).await {
                Ok(()) | Err(PersonalDataError::NoPerson) => Ending::Completed,
                Err(error @ PersonalDataError::TooMuch { .. }) => Ending::GivenUp(format!("{error}.")),
                Err(error) => Ending::Failed(format!("The export could not be made: {error}.")),
            }
        })
    }
}

/// What a file has so far of components that are no part of the service.
#[derive(Default)]
struct ShareOfOthers {
    bytes: usize,
    rows: usize,
    /// The time that their statements took.
    spent: Duration,
}

impl ShareOfOthers {
    fn has_room_for(&mut self, rows: usize, bytes: usize) -> bool {
        self.rows += rows;
        self.bytes += bytes;
        self.rows <= MAX_ROWS_OF_OTHERS && self.bytes <= MAX_BYTES_OF_OTHERS
    }

    /// Reads some rows in the time that is left, and never holds more of them than a file may have.
    async fn read(&mut self, store: &AppStore, sql: &str, values: &[Value]) -> Result<ResultSet, AppStoreError> {
        let (began, time) = (Instant::now(), TIME_OF_OTHERS.saturating_sub(self.spent));
        if time.is_zero() {
            return Err(AppStoreError::deadline(TIME_OF_OTHERS));
        }
        let memory = RowMemory::of_own_statement().of_statement(MAX_BYTES_OF_OTHERS);
        let read = tokio::time::timeout(time, store.query_within(sql, values, &memory)).await;
        self.spent += began.elapsed();
        read.unwrap_or_else(|_| Err(AppStoreError::deadline(TIME_OF_OTHERS)))
    }
}

impl PersonalData {
    /// Makes the file, notes it, and tells the person by mail. Run again, it makes it again.
    async fn export(&self, user_id: i64, now: Timestamp) -> Result<(), PersonalDataError> {
        let sql = "SELECT name, email FROM users WHERE id = $1";
        let rows = self.store.query(sql, &[Value::Int64(user_id)]).await?;
        let row = Row::first(&rows).ok_or(PersonalDataError::NoPerson)?;
        let (name, email) = (row.text("name")?, row.text("email")?);
        let known = self.rows_of(user_id).await?;
        let expires_at = now.saturating_add(FILE_LIFE).unwrap_or(Timestamp::MAX);
        let (host, key) = (<dyn HostJob>::COMPONENT, object_key(user_id));
        let objects = self.objects.without_quota();
        let mut upload = objects.begin_upload(host, &key, "application/json", Some(expires_at));
        self.write_file(&mut upload, &known, user_id, now).await?;
        let stored = upload.finish().await?;
        let mut transaction = self.store.begin().await?;
        let sql = "UPDATE account_exports SET ready_at = $1, expires_at = $2, size_bytes = $3
                   WHERE user_id = $4 AND ready_at IS NULL";
        let values = [
            Value::Timestamp(now.as_microsecond()),
            Value::Timestamp(expires_at.as_microsecond()),
            Value::Int64(i64::try_from(stored.size_bytes).unwrap_or(i64::MAX)),
            Value::Int64(user_id),
        ];
        if transaction.execute(sql, &values).await? == 0 {
            drop(transaction);
            // The account was deleted meanwhile, or a run before this one came as far.
            if self.newest_export(user_id, now).await?.is_none() {
                self.objects.remove(host, &key).await?;
            }
            return Ok(());
        }
        let letter = self.letters.export_ready(&email, &name, expires_at)?;
        send_mail(&mut transaction, &Caller::Nobody, &letter, now).await?;
        Ok(transaction.commit().await?)
    }

    async fn write_file(
        &self,
        upload: &mut Upload,
        known: &KnownRows,
        user_id: i64,
        now: Timestamp,
    ) -> Result<(), PersonalDataError> {
        let unknown: Vec<&String> = known.unknown.iter().chain(&known.unknown_others).collect();
        let head = format!(
            "{{\"user_id\":{user_id},\"made_at\":{},\"families_not_included\":{},\"tables\":[",
            json!(now.to_string()),
            json!(unknown)
        );
        upload.write(Bytes::from(head)).await?;
        let mut of_others = ShareOfOthers::default();
        for (position, table) in known.rows.iter().enumerate() {
            self.write_table(upload, table, position == 0, &mut of_others).await?;
        }
        Ok(upload.write(Bytes::from_static(b"]}\n")).await?)
    }

    async fn write_table(
        &self,
        upload: &mut Upload,
        table: &PersonalRows,
        is_first: bool,
        of_others: &mut ShareOfOthers,
    ) -> Result<(), PersonalDataError> {
        let kept = match &table.erasing {
            Erasing::Kept(reason) => Some(reason),
            Erasing::Statement(_) => None,
        };
        let head = format!(
            "{}{{\"family\":{},\"table\":{},\"column\":{},\"kept_after_deletion\":{},\"rows\":[",
            if is_first { "" } else { ",\n" },
            json!(table.owner),
            json!(table.table),
            json!(table.user_column),
            json!(kept)
        );
        upload.write(Bytes::from(head)).await?;
        let mut written = 0;
        let whole = loop {
            let rows = match self.some_rows(table, written, of_others).await {
                Err(error) if !table.is_first_party && !error.is_down() => {
                    let (component, table) = (table.owner.as_str(), table.table.as_str());
                    tracing::error!(component, table, %error, "a component failed to give a person's rows: the export goes on without them");
                    break false;
                }
                rows => rows?,
            };
            let row_count = rows.row_count;
            if row_count > 0 {
                let rows = members(&rows, written > 0);
                if !table.is_first_party && !of_others.has_room_for(row_count, rows.len()) {
                    let (component, table) = (table.owner.as_str(), table.table.as_str());
                    tracing::error!(component, table, "a component holds more of a person than an export takes of it");
                    break false;
                }
                upload.write(Bytes::from(rows)).await?;
            }
            written += row_count;
            if row_count < ROWS_AT_ONCE {
                break true;
            }
            if written >= MAX_ROWS {
                return Err(PersonalDataError::TooMuch { table: table.table.clone(), limit: MAX_ROWS });
            }
        };
        let end: &'static [u8] = if whole { b"]}" } else { b"],\"incomplete\":true}" };
        Ok(upload.write(Bytes::from_static(end)).await?)
    }

    /// The rows of a table from the one of that number on.
    async fn some_rows(
        &self,
        table: &PersonalRows,
        offset: usize,
        of_others: &mut ShareOfOthers,
    ) -> Result<ResultSet, AppStoreError> {
        let statement = &table.export;
        let sql = page_of_rows(&statement.sql, statement.values.len());
        let number = |number: usize| Value::Int64(i64::try_from(number).unwrap_or(i64::MAX));
        let mut values = statement.values.clone();
        values.extend([number(ROWS_AT_ONCE), number(offset)]);
        let mut rows = match table.is_first_party {
            true => self.store.query(&sql, &values).await?,
            false => of_others.read(&self.store, &sql, &values).await?,
        };
        name_times(&mut rows);
        Ok(rows)
    }
}

/// The app store keeps times as numbers; their columns end in `_at` or `_until`, and people read them as times.
fn name_times(rows: &mut ResultSet) {
    for column in &mut rows.columns {
        let is_time = column.name.ends_with("_at") || column.name.ends_with("_until");
        if is_time && let ColumnData::Int64(microseconds) = &mut column.data {
            column.data = ColumnData::Timestamp(std::mem::take(microseconds));
        }
    }
}

/// The rows as members of a list that has begun already.
fn members(rows: &ResultSet, follows_others: bool) -> Vec<u8> {
    let mut list = Vec::new();
    write_rows(&mut list, rows, rows.row_count);
    // Without the brackets of its own.
    list.pop();
    match follows_others {
        true => list[0] = b',',
        false => {
            list.remove(0);
        }
    }
    list
}
