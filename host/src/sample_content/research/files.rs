//! Files that the sample's pages show, where files that people send lie.

use super::desk::Desk;
use super::picture;
use crate::sample_content::SampleContentError;
use crate::sample_content::made::text;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::objects::Objects;
use quarry_stores::result_set::Value;

/// The component whose files these are.
const RESEARCH: &str = "research";
const TABLE: &str = include_str!("bars.csv");

/// A file of one page.
pub(super) struct File {
    object_key: &'static str,
    name: &'static str,
    media_type: &'static str,
    bytes: Vec<u8>,
}

/// The files of the sample.
pub(super) struct Files {
    /// On the page that is published.
    pub(super) published_picture: File,
    /// On the page that shows every kind of block.
    pub(super) picture: File,
    pub(super) table: File,
}

impl Files {
    pub(super) fn drawn() -> std::io::Result<Files> {
        let picture = |object_key| {
            Ok::<_, std::io::Error>(File {
                object_key,
                name: "bars.png",
                media_type: "image/png",
                bytes: picture::bars(TABLE)?,
            })
        };
        Ok(Files {
            published_picture: picture("uploads/5ad17bd32b0f4c6f8a3a1f0e2c9d4b03")?,
            picture: picture("uploads/5ad17bd32b0f4c6f8a3a1f0e2c9d4b01")?,
            table: File {
                object_key: "uploads/5ad17bd32b0f4c6f8a3a1f0e2c9d4b02",
                name: "bars.csv",
                media_type: "text/csv",
                bytes: TABLE.as_bytes().to_vec(),
            },
        })
    }

    /// Puts them into the store.
    pub(super) async fn store(&self, objects: &Objects) -> Result<(), SampleContentError> {
        for file in [&self.published_picture, &self.picture, &self.table] {
            let mut upload = objects.begin_upload(RESEARCH, file.object_key, file.media_type, None);
            upload.write(file.bytes.clone().into()).await?;
            upload.finish().await?;
        }
        Ok(())
    }
}

impl File {
    /// Attaches it to the page; the number of the upload.
    pub(super) async fn attach(
        &self,
        transaction: &mut Transaction,
        desk: &Desk,
        page: &Value,
    ) -> Result<i64, AppStoreError> {
        let sql = "INSERT INTO research_uploads (page_id, space_id, object_key, file_name, media_type, size_bytes,
                       uploaded_by_user_id, created_at, attached_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, CAST($8 AS BIGINT), CAST($8 AS BIGINT)) RETURNING id";
        let values = [
            page.clone(),
            desk.space.clone(),
            text(self.object_key),
            text(self.name),
            text(self.media_type),
            Value::Int64(i64::try_from(self.bytes.len()).unwrap_or(i64::MAX)),
            desk.editor.clone(),
            desk.made_at.clone(),
        ];
        let rows = transaction.query(sql, &values).await?;
        Ok(Row::first(&rows).map(|row| row.integer("id")).transpose()?.unwrap_or_default())
    }
}
