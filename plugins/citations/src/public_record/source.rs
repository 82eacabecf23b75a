//! The source that every form of a record names.

use crate::public_record::citation::Citation;
use quarry_sdk::deployment;
use quarry_sdk::prelude::*;

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
        let value = citation.value.as_deref().unwrap_or("not known");
        let oriented = citation.orientation.map(|orientation| format!(", prices in {}", orientation.word()));
        let oriented = oriented.unwrap_or_default();
        let as_of = citation.as_of.map(|time| format!(", as of {time}")).unwrap_or_default();
        Source {
            url: format!("{}{}/citations/{hash}", service.unwrap_or_default(), deployment::base_path()),
            title: citation.label.clone(),
            publisher,
            issued: citation.cited_at.day(),
            accessed: citation.verified_at.unwrap_or(citation.cited_at).day(),
            note: format!(
                "{}{oriented}{as_of}. Value: {value}. SHA-256 of the canonical record: {hash}",
                citation.label
            ),
            hash,
        }
    }

    /// Year, month and day of a day.
    pub fn parts(day: &Day) -> [String; 3] {
        let mut parts = day.0.splitn(3, '-').map(str::to_owned);
        std::array::from_fn(|_| parts.next().unwrap_or_default())
    }
}
