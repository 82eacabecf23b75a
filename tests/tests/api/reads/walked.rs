//! A list walked to its end gives the rows of one query of the store, each once and in its order.

use super::table::reads;
use quarry_tests::server::shared;

/// Pages that a walk by a small page size makes at most.
const PAGES: usize = 12;

#[test]
fn each_list_walked_to_its_end_is_one_unpaged_query_of_its_store() {
    for read in reads() {
        let Some(list) = &read.list else { continue };
        let unpaged = list.unpaged.keys(shared());
        assert!(unpaged.len() > 1, "{} has {} rows: no walk", read.path, unpaged.len());
        let small = unpaged.len().div_ceil(PAGES).max(1);
        for limit in [small, 500] {
            assert_eq!(list.walk(shared(), &read.path, limit), unpaged, "{} by {limit}", read.path);
        }
    }
}
