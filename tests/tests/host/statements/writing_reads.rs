//! Operations that write although a client only reads.

use super::tenancy::families;
use quarry::contract::Method;
use std::path::Path;

/// Every GET of ours that writes, and why; a further one is a decision.
#[test]
fn the_reads_that_write_are_these() {
    let families = families();
    let mut listed = String::new();
    for manifest in &families {
        for route in &manifest.routes {
            if let Some(reason) = &route.writes {
                listed.push_str(&format!("{} {}: {reason}\n", manifest.name, route.operation_id));
            }
        }
    }
    let reads = families.iter().flat_map(|manifest| &manifest.routes).filter(|route| route.method == Method::Get);
    assert!(reads.filter(|route| route.only_reads()).count() > 100, "the others only read");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("writing_reads.txt");
    let known = std::fs::read_to_string(&file).expect("the list");
    assert_eq!(listed, known, "the list in tests/writing_reads.txt is another one");
}
