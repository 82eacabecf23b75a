//! The citations family: a figure that somebody cited, by the hash that it was given then.
//!
//! The hash is SHA-256 over the canonical JSON (RFC 8785) of what was cited: kind, dataset or pool, parameters, value and the
//! blocks up to which rows were taken in. One public record stands behind a hash, on two paths; a space that cites it has one
//! reference to it, whose id stands in the token `{{derived:ID}}`. Who cited it is nobody's business outside the space: the record has
//! figures and no people.
//!
//! Always true here: what is hashed says all that is needed to compute the figure again. An outage changes no state.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod public_record;
pub mod rederivation;
pub mod references;
pub mod transactions;

quarry_sdk::plugin! {
    name: "citations",
    summary: "Cites figures: freezes what they are computed of, gives them a hash, and tells whether they still hold.",
    grants: [Warehouse, AppStore, Audit, Jobs, Datasets, PersonalData, TextAnswers, FirstParty],
    jobs: [rederivation::rederive_citations, rederivation::watch::watch_for_changes],
    personal_data: [
        space_citations.cited_by_user_id {
            export: references::ExportCitations,
            kept: "Citations stay with the members of their space, without a name; those of spaces that nobody else is in go with the space.",
        },
    ],
    endpoints: [
        public_record::get::get_citation,
        public_record::get_public::get_public_citation,
        references::create::create_citation,
        references::create::create_citation_by_key,
        references::list::list_citations,
        references::delete::delete_citation,
        transactions::get::get_citable_fields,
        rederivation::request::rederive_citation,
    ],
}
