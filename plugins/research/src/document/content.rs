//! The content of a block, and its digest.

use crate::document::sent_block::SentBlock;
use quarry_research_pages::blocks::{Block, BlockKind};
use quarry_sdk::serde_json::Value as Json;
use sha2::{Digest, Sha256};

/// The content that people write in a block. Objects with the same members in another order are equal.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    pub kind: BlockKind,
    pub body: String,
    pub attrs: Json,
}

impl Content {
    pub fn of_sent(sent: &SentBlock) -> Content {
        let attrs = sent.attrs.clone().unwrap_or_default().0;
        Content { kind: sent.kind, body: sent.body.clone(), attrs }
    }

    pub fn of_block(block: &Block) -> Content {
        Content { kind: block.kind, body: block.body.clone(), attrs: block.attrs.0.clone() }
    }

    pub fn is_of(&self, block: &Block) -> bool {
        self.kind == block.kind && self.body == block.body && self.attrs == block.attrs.0
    }

    pub fn digest(&self) -> i64 {
        digest(self.kind, &self.body, &self.attrs)
    }
}

/// The first eight bytes of a SHA-256 over kind, body and attributes, whatever the order of an object's members.
pub fn digest(kind: BlockKind, body: &str, attrs: &Json) -> i64 {
    use quarry_sdk::Choice;
    let mut hasher = Sha256::new();
    for text in [kind.word(), body] {
        hasher.update(text.len().to_le_bytes());
        hasher.update(text);
    }
    add(&mut hasher, attrs);
    let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = hasher.finalize().into();
    i64::from_le_bytes([a, b, c, d, e, f, g, h])
}

fn add(hasher: &mut Sha256, value: &Json) {
    match value {
        Json::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            hasher.update("{");
            for name in names {
                hasher.update(name.len().to_le_bytes());
                hasher.update(name);
                add(hasher, &members[name]);
            }
            hasher.update("}");
        }
        Json::Array(items) => {
            hasher.update("[");
            items.iter().for_each(|item| add(hasher, item));
            hasher.update("]");
        }
        scalar => {
            let text = scalar.to_string();
            hasher.update(text.len().to_le_bytes());
            hasher.update(text);
        }
    }
}
