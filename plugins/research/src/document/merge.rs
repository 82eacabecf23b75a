//! Merging: what becomes of the document, decided block by block from what was sent, what is stored, and what is known of what the
//! sender had read.

use crate::document::content::Content;
use crate::document::current::{self, Current, Earlier, StoredBlock, Within};
use crate::document::order::{self, Placed};
use crate::document::sent_block::SentBlock;
use quarry_research_pages::blocks::{Block, prices};
use quarry_sdk::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A block of the document to be. Without an id it is new.
#[derive(Debug, Clone)]
pub struct Target {
    pub id: Option<i64>,
    /// The client's key of a new block.
    pub client_key: Option<String>,
    /// By what name the answer tells the id of a new block.
    pub told_as: Option<String>,
    /// None: as it is stored.
    pub content: Option<Content>,
}

impl Target {
    pub fn stored(id: i64) -> Target {
        Target { id: Some(id), client_key: None, told_as: None, content: None }
    }

    pub fn new(content: Content) -> Target {
        Target { id: None, client_key: None, told_as: None, content: Some(content) }
    }
}

/// A block that was changed on both sides. Null is a block that is removed, and as `base` also one whose text of then was not kept.
#[derive(Debug, Serialize)]
pub struct Conflict {
    pub block_id: i64,
    pub base: Option<Block>,
    pub yours: Option<SentBlock>,
    pub theirs: Option<Block>,
}

/// The document after a merge.
#[derive(Debug, Default)]
pub struct Plan {
    /// All its blocks in their order.
    pub targets: Vec<Target>,
    /// Ids of new blocks that an earlier save made.
    pub ids: BTreeMap<String, i64>,
    /// True where others saved since the sender read.
    pub merged: bool,
    /// Where there are any, nothing may be written.
    pub conflicts: Vec<Conflict>,
    /// True of what was stored before and comes back: it does whatever it costs.
    pub is_restored: bool,
}

/// The blocks that a person sends, and their base.
#[derive(Debug)]
pub struct Sent<'a> {
    /// The member of the body that has them.
    pub list: &'static str,
    pub base_version: i64,
    pub blocks: &'a [SentBlock],
    /// None: all stored blocks that are not sent are removed.
    pub removed: Option<&'a [i64]>,
}

/// Merges what was sent into the current document.
pub fn plan(sent: &Sent<'_>, current: &Current, within: Within<'_>) -> Result<Plan, Problem> {
    let merging = Merging::new(sent, current, within)?;
    merging.plan(within)
}

struct Merging<'a> {
    sent: &'a Sent<'a>,
    current: &'a Current,
    by_id: HashMap<i64, &'a StoredBlock>,
    by_key: HashMap<&'a str, &'a StoredBlock>,
    earlier: HashMap<(i64, i64), Earlier>,
}

impl<'a> Merging<'a> {
    fn new(sent: &'a Sent<'a>, current: &'a Current, within: Within<'_>) -> Result<Merging<'a>, Problem> {
        if sent.base_version > current.document_version {
            let (base, newest) = (sent.base_version, current.document_version);
            let sentence = format!("The newest version is {newest}, and {base} is to come: read the document first.");
            return Err(Problem::invalid_field("base_version", sentence));
        }
        let by_id: HashMap<i64, &StoredBlock> = current.blocks.iter().map(|stored| (stored.block.id, stored)).collect();
        let with_key = |stored: &'a StoredBlock| stored.client_key.as_deref().map(|key| (key, stored));
        let by_key: HashMap<&str, &StoredBlock> = current.blocks.iter().filter_map(with_key).collect();
        let mut merging = Merging { sent, current, by_id, by_key, earlier: HashMap::new() };
        let asked = |block: &SentBlock| {
            let (id, version) = merging.read_as(block)?;
            let is_current = merging.by_id.get(&id).is_some_and(|stored| stored.block.version == version);
            (!is_current).then_some((id, version))
        };
        let asked: Vec<(i64, i64)> = sent.blocks.iter().filter_map(asked).collect();
        merging.earlier = current::earlier(within, &asked)?;
        Ok(merging)
    }

    /// The block as the sender read it: id and version. A new block that an earlier save made is read as that save left it, or, where
    /// the sender was the last to write it, as it is.
    fn read_as(&self, block: &SentBlock) -> Option<(i64, i64)> {
        match (block.id, &block.key) {
            (Some(id), _) => Some((id, block.version.unwrap_or(0))),
            (None, Some(key)) => {
                let made = self.by_key.get(key.as_str())?;
                Some((made.block.id, if made.by_caller { made.block.version } else { 1 }))
            }
            (None, None) => None,
        }
    }

    fn plan(self, within: Within<'_>) -> Result<Plan, Problem> {
        let mut plan = Plan { merged: self.sent.base_version < self.current.document_version, ..Plan::default() };
        let mut kept: Vec<Target> = Vec::with_capacity(self.sent.blocks.len());
        let mut wanted = Vec::new();
        for (index, block) in self.sent.blocks.iter().enumerate() {
            match self.fate(index, block)? {
                Fate::Becomes(target) => kept.push(target),
                Fate::Gone => {}
                Fate::Conflicts { id, version } => {
                    let theirs = self.by_id.get(&id).map(|stored| stored.block.clone());
                    wanted.push((id, version));
                    plan.conflicts.push(Conflict { block_id: id, base: None, yours: Some(block.clone()), theirs });
                }
            }
            if let (None, Some(key)) = (block.id, &block.key)
                && let Some(made) = self.by_key.get(key.as_str())
            {
                plan.ids.insert(key.clone(), made.block.id);
            }
        }
        let mut there = HashSet::new();
        if let Some(id) = kept.iter().filter_map(|target| target.id).find(|id| !there.insert(*id)) {
            let sentence = format!(
                "Send each block once; the block {id} is here by its id, and by the key that it was made with."
            );
            return Err(Problem::invalid_field("blocks", sentence));
        }
        let removed = self.removed(within, &mut plan, &mut wanted)?;
        if !plan.conflicts.is_empty() {
            let mut bases = current::kept(within, &wanted)?;
            plan.conflicts.iter_mut().for_each(|conflict| conflict.base = bases.remove(&conflict.block_id));
            return Ok(plan);
        }
        let is_removed = |id: &i64| removed.contains(id);
        let stored: Vec<i64> =
            self.current.blocks.iter().map(|stored| stored.block.id).filter(|id| !is_removed(id)).collect();
        plan.targets = match (self.sent.removed, plan.merged) {
            (None, false) => kept,
            (None, true) => self.placed(&stored, kept),
            (Some(_), _) => appended(&stored, kept),
        };
        Ok(plan)
    }

    fn fate(&self, index: usize, block: &SentBlock) -> Result<Fate, Problem> {
        let content = Content::of_sent(block);
        let refuse_dear = |stored: Option<&StoredBlock>| {
            let stored = stored.map(|stored| &stored.block);
            let stored = stored.map(|block| prices::price(block.kind, &block.body, &block.attrs.0));
            prices::refuse_dear(content.kind, &content.body, &content.attrs, stored, 0).map_err(|mistake| {
                Problem::invalid_field(&format!("{}.{index}.{}", self.sent.list, mistake.member), mistake.sentence)
            })
        };
        let Some((id, version)) = self.read_as(block) else {
            refuse_dear(None)?;
            let told_as = block.key.clone();
            return Ok(Fate::Becomes(Target { client_key: told_as.clone(), told_as, ..Target::new(content) }));
        };
        let earlier = self.earlier.get(&(id, version)).cloned().unwrap_or_default();
        let is_unchanged = earlier.digest == Some(content.digest());
        let Some(stored) = self.by_id.get(&id) else {
            return match earlier.last_changed_in {
                // Removed before the sender read: it comes back, as undoing does.
                Some(removed_in) if removed_in <= self.sent.base_version => {
                    refuse_dear(None)?;
                    let told_as = Some(block.key.clone().unwrap_or_else(|| id.to_string()));
                    Ok(Fate::Becomes(Target { told_as, ..Target::new(content) }))
                }
                Some(_) if is_unchanged => Ok(Fate::Gone),
                None if self.sent.base_version == self.current.document_version => {
                    let sentence = format!("There is no block {id} on this page: send new blocks without an id.");
                    Err(Problem::invalid_field(&format!("blocks.{index}.id"), sentence))
                }
                _ => Ok(Fate::Conflicts { id, version }),
            };
        };
        if version > stored.block.version {
            let newest = stored.block.version;
            let sentence = format!(
                "The newest version of block {id} is {newest}, and {version} is to come: read the document first."
            );
            return Err(Problem::invalid_field(&format!("blocks.{index}.version"), sentence));
        }
        let is_same = content.is_of(&stored.block);
        if version == stored.block.version && !is_same {
            refuse_dear(Some(stored))?;
            return Ok(Fate::Becomes(Target { content: Some(content), ..Target::stored(id) }));
        }
        if is_same || is_unchanged {
            return Ok(Fate::Becomes(Target::stored(id)));
        }
        Ok(Fate::Conflicts { id, version })
    }

    /// Stored blocks that the sender removed and that nobody else changed since.
    fn removed(
        &self,
        within: Within<'_>,
        plan: &mut Plan,
        wanted: &mut Vec<(i64, i64)>,
    ) -> Result<HashSet<i64>, Problem> {
        let sent: HashSet<i64> =
            self.sent.blocks.iter().filter_map(|block| self.read_as(block)).map(|read| read.0).collect();
        let named: Option<HashSet<i64>> = self.sent.removed.map(|removed| removed.iter().copied().collect());
        let is_missing = |id: &i64| match &named {
            Some(named) => named.contains(id) && !sent.contains(id),
            None => !sent.contains(id),
        };
        let missing: Vec<i64> = self.current.blocks.iter().map(|stored| stored.block.id).filter(is_missing).collect();
        if !plan.merged {
            return Ok(missing.into_iter().collect());
        }
        let at_base = current::versions_at_base(within, missing.clone(), self.sent.base_version)?;
        let mut removed = HashSet::new();
        for id in missing {
            match (at_base.get(&id), self.by_id.get(&id)) {
                (Some(version), Some(stored)) if *version == stored.block.version => {
                    removed.insert(id);
                }
                (Some(version), Some(stored)) => {
                    wanted.push((id, *version));
                    let theirs = Some(stored.block.clone());
                    plan.conflicts.push(Conflict { block_id: id, base: None, yours: None, theirs });
                }
                // It came after the sender had read: it stays.
                _ => {}
            }
        }
        Ok(removed)
    }

    fn placed(&self, stored: &[i64], kept: Vec<Target>) -> Vec<Target> {
        let ids: Vec<Option<i64>> = kept.iter().map(|target| target.id).collect();
        let base = self.sent.base_version;
        let by_others =
            |id: i64| self.by_id.get(&id).and_then(|stored| stored.moved_in).is_some_and(|moved| moved > base);
        let order = order::merged(stored, &ids, by_others);
        let mut kept: Vec<Option<Target>> = kept.into_iter().map(Some).collect();
        let target = |placed: Placed| match placed {
            Placed::Sent(index) => kept[index].take(),
            Placed::Stored(id) => Some(Target::stored(id)),
        };
        order.into_iter().filter_map(target).collect()
    }
}

/// The stored blocks with what was changed of them, and the new ones at the end.
fn appended(stored: &[i64], kept: Vec<Target>) -> Vec<Target> {
    let (new, changed): (Vec<Target>, Vec<Target>) = kept.into_iter().partition(|target| target.id.is_none());
    let mut changed: HashMap<i64, Target> =
        changed.into_iter().filter_map(|target| target.id.map(|id| (id, target))).collect();
    stored.iter().map(|id| changed.remove(id).unwrap_or_else(|| Target::stored(*id))).chain(new).collect()
}

/// The fate of a block that was sent.
enum Fate {
    Becomes(Target),
    /// Somebody else removed it, and the sender had not changed it.
    Gone,
    Conflicts {
        id: i64,
        version: i64,
    },
}
