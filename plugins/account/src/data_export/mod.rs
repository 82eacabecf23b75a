//! The file of a person's data, as their account shows it.

pub mod create;

use quarry_sdk::account::{self, ExportState};
use quarry_sdk::prelude::*;

/// The state of an export.
#[derive(Choice)]
pub enum State {
    Running,
    Ready,
    Failed,
    Expired,
}

#[derive(Schema, Serialize)]
pub struct DataExport {
    /// `failed`: ask again. `expired`: the file was deleted.
    #[schema(example = "ready")]
    pub state: State,
    /// The time at which it was asked for.
    pub requested_at: Time,
    /// The time at which the file was made; null until then.
    pub ready_at: Option<Time>,
    /// The time at which the file is deleted, seven days after it was made.
    pub expires_at: Option<Time>,
    /// The size of the file.
    #[schema(example = 18211)]
    pub size_bytes: Option<u64>,
    /// A path that gives the file, a JSON document, without a session for an hour; each look at the account gives a new
    /// one. Null unless the state is `ready`.
    #[schema(example = "/api/v1/objects/AAAAAGkgbm90IGEgbGluaw")]
    pub download_path: Option<String>,
}

impl From<account::DataExport> for DataExport {
    fn from(export: account::DataExport) -> DataExport {
        let time = |microseconds| Time { microseconds };
        DataExport {
            state: match export.state {
                ExportState::Running => State::Running,
                ExportState::Ready => State::Ready,
                ExportState::Failed => State::Failed,
                ExportState::Expired => State::Expired,
            },
            requested_at: time(export.requested_at),
            ready_at: export.ready_at.map(time),
            expires_at: export.expires_at.map(time),
            size_bytes: export.size_bytes,
            download_path: export.download_path,
        }
    }
}
