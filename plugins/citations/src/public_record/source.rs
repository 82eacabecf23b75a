//! The source that every form of a record names.

use crate::public_record::Citation;
use quarry_figures::cited::CitationKind;
use quarry_sdk::deployment;
use quarry_sdk::prelude::*;

/// The path of a record below the service's address, under the published base path. A component is not told of another one; the
/// header `Link`, which is relative to the request, is right under any.
const PATH: &str = "/api/v1/citations/";

/// A record as literature is described.
pub struct Source {
    /// `0x…`
    pub hash: String,
    pub title: String,
    /// The address of the record; a path where the deployment does not say its own address.
    pub url: String,
    /// The publisher that makes it available.
    pub publisher: String,
    /// The day on which it was first cited.
    pub issued: Day,
    /// The day on which it was last found to hold or not to; without a check, the day on which it was cited.
    pub accessed: Day,
    /// The record's description, in a sentence.
    pub note: String,
}

impl Source {
    pub fn of(citation: &Citation) -> Source {
        let hash = citation.hash.to_hex();
        let service = deployment::addresses().service;
        let host = service.as_deref().map(|url| url.split_once("://").map_or(url, |(_, rest)| rest));
        let publisher = host.and_then(|rest| rest.split('/').next()).unwrap_or("Quarry").to_owned();
        let subject = match (citation.kind, &citation.dataset, &citation.pool) {
            (CitationKind::PriceSeries, _, Some(pool)) => format!("Prices of the pool {}", pool.to_hex()),
            (CitationKind::TransactionField, ..) => "A field of a transaction".to_owned(),
            (CitationKind::ComputedFigure, Some(dataset), _) => format!("A figure of the dataset {dataset}"),
            (_, Some(dataset), _) => format!("Rows of the dataset {dataset}"),
            _ => "A cited figure".to_owned(),
        };
        let value = citation.value.as_deref().unwrap_or("not known");
        let as_of = citation.as_of.map(|time| format!(", as of {time}")).unwrap_or_default();
        Source {
            url: format!("{}{PATH}{hash}", service.unwrap_or_default()),
            title: citation.label.clone().unwrap_or_else(|| subject.clone()),
            publisher,
            issued: citation.cited_at.day(),
            accessed: citation.verified_at.unwrap_or(citation.cited_at).day(),
            note: format!("{subject}{as_of}. Value: {value}. SHA-256 of the canonical record: {hash}"),
            hash,
        }
    }

    /// Year, month and day of a day.
    pub fn parts(day: &Day) -> [String; 3] {
        let mut parts = day.0.splitn(3, '-').map(str::to_owned);
        std::array::from_fn(|_| parts.next().unwrap_or_default())
    }
}
