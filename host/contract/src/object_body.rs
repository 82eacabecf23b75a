//! An object as the body of an answer: what is known of it, and where its bytes come from.

use quarry_stores::objects::{ObjectInfo, Objects};

/// An object that exists, about to be sent.
#[derive(Debug, Clone)]
pub struct ObjectBody {
    pub info: ObjectInfo,
    pub objects: Objects,
    /// The name under which a browser saves it; `None`: the browser shows it where it can.
    pub file_name: Option<String>,
}

impl PartialEq for ObjectBody {
    fn eq(&self, other: &ObjectBody) -> bool {
        self.info == other.info && self.file_name == other.file_name
    }
}
