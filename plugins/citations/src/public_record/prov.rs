//! W3C PROV, as PROV-JSON: the figure is an entity that deriving it generated, of a dataset as it was up to a block.

use crate::public_record::citation::Citation;
use crate::public_record::source::Source;
use quarry_sdk::prelude::*;

/// One document.
pub fn write(citation: &Citation, source: &Source) -> String {
    let figure = format!("figure:{}", source.hash);
    let derivation = format!("derivation:{}", source.hash);
    let data = match (&citation.dataset, &citation.pool) {
        (Some(dataset), _) => format!("data:{dataset}"),
        (None, Some(pool)) => format!("data:{}", pool.to_hex()),
        (None, None) => "data:transactions".to_owned(),
    };
    let mut used = json!({ "prov:label": data });
    if let Some(orientation) = citation.orientation {
        used["data:orientation"] = json!(orientation);
    }
    if let Some(block) = citation.as_of_block {
        used["data:as_of_block"] = json!(block.to_string());
    }
    if let Some(as_of) = citation.as_of {
        used["data:as_of"] = json!(as_of);
    }
    json!({
        "prefix": {
            "figure": format!("{}#", source.url),
            "derivation": format!("{}#derivation-", source.url),
            "data": format!("{}#data-", source.url),
            "agent": format!("{}#agent-", source.url),
        },
        "entity": {
            figure.as_str(): {
                "prov:label": source.title,
                "prov:value": citation.value,
                "prov:location": source.url,
                "figure:canonical": citation.cited.0.to_string(),
            },
            data.as_str(): used,
        },
        "activity": {
            derivation.as_str(): {
                "prov:endTime": citation.cited_at,
                "derivation:version": citation.derivation_version.to_string(),
                "derivation:state": citation.verification_state.word(),
            },
        },
        "agent": { "agent:service": { "prov:type": "prov:SoftwareAgent", "prov:label": source.publisher } },
        "used": { "_:use": { "prov:activity": derivation, "prov:entity": data } },
        "wasGeneratedBy": { "_:generation": { "prov:entity": figure, "prov:activity": derivation, "prov:time": citation.cited_at } },
        "wasDerivedFrom": { "_:origin": { "prov:generatedEntity": figure, "prov:usedEntity": data, "prov:activity": derivation } },
        "wasAssociatedWith": { "_:association": { "prov:activity": derivation, "prov:agent": "agent:service" } },
        "wasAttributedTo": { "_:attribution": { "prov:entity": figure, "prov:agent": "agent:service" } },
    })
    .to_string()
}
