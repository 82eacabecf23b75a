//! The chains that rows may belong to, for people: those that Quarry knows, and those that somebody adds.

use super::error::IngestError;
use super::run::Ingest;
use super::session::Session;
use quarry_stores::result_set::Value;

const OPERATION: &str = "keeping the chains";

/// A chain that rows may belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownChain {
    /// EIP-155 chain id.
    pub id: u64,
    /// Lowercase word, as `--chain` and the API take it.
    pub slug: String,
    /// Blocks below the head that may still be replaced; none: as `follow.finality_depth` says.
    pub finality_depth: Option<u64>,
    /// The address of a block explorer, for people.
    pub explorer_url: Option<String>,
}

impl Ingest {
    /// All known chains, by id.
    pub async fn chains(&self) -> Result<Vec<KnownChain>, IngestError> {
        let sql = "SELECT chain_id, toString(slug), toUInt64(ifNull(finality_depth, 0)), toUInt64(isNotNull(finality_depth)), \
                   explorer_url FROM chains FINAL ORDER BY chain_id";
        let rows = self.session.rows(OPERATION, sql, &[]).await?;
        (0..rows.count())
            .map(|row| {
                let explorer = rows.text(row, 4)?;
                Ok(KnownChain {
                    id: rows.number(row, 0)?,
                    slug: rows.text(row, 1)?,
                    finality_depth: (rows.number(row, 3)? == 1).then_some(rows.number(row, 2)?),
                    explorer_url: (!explorer.is_empty()).then_some(explorer),
                })
            })
            .collect()
    }

    /// Makes a chain known, or gives a known one another depth or explorer. A chain keeps its name: answers and files have it.
    pub async fn add_chain(&self, chain: &KnownChain) -> Result<(), IngestError> {
        check(chain)?;
        let known = self.chains().await?;
        for other in &known {
            if (other.id == chain.id) != (other.slug == chain.slug) {
                let (id, slug, given) = (other.id, other.slug.clone(), format!("{} ({})", chain.slug, chain.id));
                return Err(IngestError::ChainTaken { id, slug, given });
            }
        }
        if known.contains(chain) {
            return Ok(());
        }
        add(&self.session, chain).await
    }
}

fn check(chain: &KnownChain) -> Result<(), IngestError> {
    let is_word = |text: &str| {
        text.starts_with(|letter: char| letter.is_ascii_lowercase())
            && text.len() <= 40
            && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    if !is_word(&chain.slug) {
        let wanted = "give a letter, then lowercase letters, digits and `-`, up to 40 in all";
        return Err(IngestError::NoValue { what: "a name of a chain", given: chain.slug.clone(), wanted });
    }
    if chain.id == 0 {
        return Err(IngestError::NoValue { what: "a chain id", given: "0".to_owned(), wanted: "give its EIP-155 id" });
    }
    match &chain.explorer_url {
        Some(url) if !(url.starts_with("https://") || url.starts_with("http://")) || url.len() > 200 => {
            let wanted = "give http://… or https://…, up to 200 characters";
            Err(IngestError::NoValue { what: "the address of an explorer", given: url.clone(), wanted })
        }
        _ => Ok(()),
    }
}

async fn add(session: &Session, chain: &KnownChain) -> Result<(), IngestError> {
    let sql = "INSERT INTO chains (chain_id, slug, name, version, finality_depth, explorer_url) SELECT {id:UInt64}, {slug:String}, \
               ifNull((SELECT any(name) FROM chains FINAL WHERE chain_id = {id:UInt64} HAVING count() > 0), {slug:String}), \
               toUInt64(toUnixTimestamp64Micro(now64(6))), {finality:Nullable(UInt64)}, {explorer:String}";
    let parameters = [
        ("id", Value::UInt64(chain.id)),
        ("slug", Value::Text(chain.slug.clone())),
        ("finality", chain.finality_depth.map_or(Value::Null, Value::UInt64)),
        ("explorer", Value::Text(chain.explorer_url.clone().unwrap_or_default())),
    ];
    session.execute(OPERATION, sql, &parameters).await
}
