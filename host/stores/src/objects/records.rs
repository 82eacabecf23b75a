//! The properties of each object: rows of the app store.

use crate::app::{AppStoreError, Row, Transaction};
use crate::objects::usage::{change_usage, text, usage};
use crate::objects::{ObjectInfo, Objects, ObjectsError};
use crate::result_set::Value;
use jiff::{SignedDuration, Timestamp};

/// The time for which bytes that were removed or replaced stay, for those who are reading them.
const LONGEST_READ: SignedDuration = SignedDuration::from_hours(2);

/// Every character of a key sorts before it, so a prefix ends there.
const AFTER_EVERY_KEY: char = '\u{7f}';

const COLUMNS: &str = "key, location, size_bytes, sha256, content_type, created_at, expires_at";

/// The fate of an earlier object of the same key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Earlier {
    Replaced,
    Kept,
}

impl Objects {
    /// The properties of the object under `key`; `None` where it does not exist, or its time is over.
    pub async fn head(&self, component: &str, key: &str) -> Result<Option<ObjectInfo>, ObjectsError> {
        let rows = self
            .records
            .query(
                &format!(
                    "SELECT {COLUMNS} FROM objects
                     WHERE component = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $3)"
                ),
                &[text(component), text(key), self.now_value()],
            )
            .await?;
        Ok(Row::first(&rows).map(|row| info(&row)).transpose()?)
    }

    /// Up to `limit` objects whose key begins with `prefix`, in the order of their keys, those after `after` only.
    pub async fn list(
        &self,
        component: &str,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<ObjectInfo>, ObjectsError> {
        let rows = self
            .records
            .query(
                &format!(
                    "SELECT {COLUMNS} FROM objects
                     WHERE component = $1 AND key >= $2 AND key < $3 AND key > $4
                       AND (expires_at IS NULL OR expires_at > $5)
                     ORDER BY key LIMIT $6"
                ),
                &[
                    text(component),
                    text(prefix),
                    text(&format!("{prefix}{AFTER_EVERY_KEY}")),
                    text(after.unwrap_or_default()),
                    self.now_value(),
                    Value::Int64(limit.into()),
                ],
            )
            .await?;
        Ok(Row::all(&rows).map(|row| info(&row)).collect::<Result<_, _>>()?)
    }

    /// Removes the object under `key`; false where it did not exist.
    pub async fn remove(&self, component: &str, key: &str) -> Result<bool, ObjectsError> {
        let Some(known) = self.head(component, key).await? else { return Ok(false) };
        let mut transaction = self.records.begin().await?;
        usage(&mut transaction, component).await?;
        let removed = transaction
            .execute(
                "DELETE FROM objects WHERE component = $1 AND key = $2 AND location = $3",
                &[text(component), text(key), text(&known.location)],
            )
            .await?;
        if removed > 0 {
            let due_at = self.clock.now() + LONGEST_READ;
            let size_bytes = i64::try_from(known.size_bytes).unwrap_or(i64::MAX);
            let more_bytes = plan(&mut transaction, &known.location, due_at, component, size_bytes).await?;
            change_usage(&mut transaction, component, -1, more_bytes).await?;
        }
        transaction.commit().await?;
        Ok(removed > 0)
    }

    /// Says until when the objects under `keys` stay; none is until they are removed.
    pub async fn keep_until(
        &self,
        component: &str,
        keys: Vec<String>,
        expires_at: Option<Timestamp>,
    ) -> Result<(), ObjectsError> {
        let expires_at = expires_at.map_or(Value::Null, |at| Value::Timestamp(at.as_microsecond()));
        let mut transaction = self.records.begin().await?;
        for key in keys {
            let sql = "UPDATE objects SET expires_at = CAST($3 AS BIGINT) WHERE component = $1 AND key = $2";
            transaction.execute(sql, &[text(component), text(&key), expires_at.clone()]).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Makes `info` what the key means from now on; its bytes have been set aside.
    pub(super) async fn record(
        &self,
        component: &str,
        info: &ObjectInfo,
        earlier: Earlier,
    ) -> Result<(), ObjectsError> {
        let mut transaction = self.records.begin().await?;
        let usage = usage(&mut transaction, component).await?;
        let replaced = transaction
            .query(
                &format!("SELECT {COLUMNS} FROM objects WHERE component = $1 AND key = $2"),
                &[text(component), text(&info.key)],
            )
            .await?;
        let replaced = Row::first(&replaced).map(|row| self::info(&row)).transpose()?;
        if let (Earlier::Kept, Some(kept)) = (earlier, &replaced)
            && kept.expires_at.is_none_or(|at| at > self.now())
        {
            let is_same = kept.sha256 == info.sha256 && kept.content_type == info.content_type;
            return Err(ObjectsError::AlreadyThere { is_same });
        }
        let (more_objects, more_bytes) = match replaced {
            Some(replaced) => {
                let due_at = self.clock.now() + LONGEST_READ;
                let size_bytes = i64::try_from(replaced.size_bytes).unwrap_or(i64::MAX);
                (0, plan(&mut transaction, &replaced.location, due_at, component, size_bytes).await?)
            }
            None => {
                self.check_objects(component, &usage)?;
                (1, 0)
            }
        };
        transaction
            .execute(
                "INSERT INTO objects (component, key, location, size_bytes, sha256, content_type, created_at, expires_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                 ON CONFLICT (component, key) DO UPDATE SET location = excluded.location,
                     size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
                     content_type = excluded.content_type, created_at = excluded.created_at,
                     expires_at = excluded.expires_at",
                &[
                    text(component),
                    text(&info.key),
                    text(&info.location),
                    Value::Int64(i64::try_from(info.size_bytes).unwrap_or(i64::MAX)),
                    Value::Bytes(info.sha256.to_vec()),
                    text(&info.content_type),
                    Value::Timestamp(info.created_at.as_microsecond()),
                    info.expires_at.map_or(Value::Null, |at| Value::Timestamp(at.as_microsecond())),
                ],
            )
            .await?;
        let sql = "DELETE FROM object_removals WHERE location = $1 RETURNING size_bytes";
        let set_aside = transaction.query(sql, &[text(&info.location)]).await?;
        // The upload took so long that its bytes are deleted, or are about to be.
        let set_aside = match Row::first(&set_aside) {
            Some(row) => row.integer("size_bytes")?,
            None if !has_bytes(&info.location) => 0,
            None => return Err(ObjectsError::BrokenUpload),
        };
        let size_bytes = i64::try_from(info.size_bytes).unwrap_or(i64::MAX);
        change_usage(&mut transaction, component, more_objects, more_bytes + size_bytes - set_aside).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Plans the deletion of the bytes at `location` for `due_at`, unless they go sooner.
    pub(super) async fn hasten_removal(&self, location: &str, due_at: Timestamp) -> Result<(), ObjectsError> {
        let sql = "UPDATE object_removals SET due_at = $2 WHERE location = $1 AND due_at > $2";
        self.records.execute(sql, &[text(location), Value::Timestamp(due_at.as_microsecond())]).await?;
        Ok(())
    }

    /// The time that expiries are measured by.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(super) fn now_value(&self) -> Value {
        Value::Timestamp(self.now().as_microsecond())
    }
}

/// Bytes that an object has beside its own once it was replaced or removed, until its bytes are deleted: those of a block of a disk and of
/// the row that plans the deletion. Without them objects of one byte could be replaced without measure.
const REMOVAL_BYTES: i64 = 4_096;

/// The place of every empty object of a component, at which nothing lies: there is nothing to store, to read and to delete.
pub(super) fn place_of_empty(component: &str) -> String {
    format!("{component}/empty")
}

/// Tells that bytes lie at the location. Other places end in digits of a random number.
fn has_bytes(location: &str) -> bool {
    !location.ends_with("/empty")
}

/// Plans the deletion of bytes; until then they count against the quota as before, and some more. Gives how many more.
pub(super) async fn plan(
    transaction: &mut Transaction,
    location: &str,
    due_at: Timestamp,
    component: &str,
    size_bytes: i64,
) -> Result<i64, AppStoreError> {
    if !has_bytes(location) {
        return Ok(0);
    }
    let sql = "INSERT INTO object_removals (location, due_at, component, size_bytes)
               VALUES ($1, $2, $3, $4) ON CONFLICT (location) DO NOTHING";
    let size_bytes = Value::Int64(size_bytes.saturating_add(REMOVAL_BYTES));
    let values = [text(location), Value::Timestamp(due_at.as_microsecond()), text(component), size_bytes];
    Ok(if transaction.execute(sql, &values).await? > 0 { REMOVAL_BYTES } else { 0 })
}

fn info(row: &Row<'_>) -> Result<ObjectInfo, AppStoreError> {
    let damaged = |column: &str, problem: &str| AppStoreError::UnexpectedColumn {
        column: column.to_owned(),
        problem: problem.to_owned(),
    };
    let time = |microseconds: i64| {
        Timestamp::from_microsecond(microseconds).map_err(|_| damaged("created_at", "is not a time"))
    };
    Ok(ObjectInfo {
        key: row.text("key")?,
        location: row.text("location")?,
        size_bytes: u64::try_from(row.integer("size_bytes")?).map_err(|_| damaged("size_bytes", "is negative"))?,
        sha256: row.bytes("sha256")?.try_into().map_err(|_| damaged("sha256", "is not 32 bytes long"))?,
        content_type: row.text("content_type")?,
        created_at: time(row.integer("created_at")?)?,
        expires_at: row.optional_integer("expires_at")?.map(time).transpose()?,
    })
}
