//! The memory of instances on a machine that may move memory to a disk: it is cleared whole, because the next instance would
//! otherwise get the part that was swapped out.

use quarry::runtime::may_swap;
use quarry_tests::server::fresh_folder;
use std::path::PathBuf;

const HEADING: &str = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
const AREA: &str = "/dev/zram0                              partition\t8388604\t\t0\t\t100\n";

/// A machine that says so of itself.
fn machine(files: &[(&str, String)]) -> PathBuf {
    let root = fresh_folder("machine").expect("a folder");
    for (file, text) in files {
        let file = root.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }
    root
}

#[test]
fn memory_may_be_swapped_where_an_area_is_in_use_or_nothing_tells() {
    assert!(may_swap(&machine(&[])));
    assert!(!may_swap(&machine(&[("proc/swaps", HEADING.to_owned())])));
    assert!(may_swap(&machine(&[("proc/swaps", format!("{HEADING}{AREA}"))])));
}

#[test]
fn memory_is_not_swapped_where_the_group_of_the_process_has_no_part_of_it() {
    let within = |most: &str| {
        machine(&[
            ("proc/swaps", format!("{HEADING}{AREA}")),
            ("proc/self/cgroup", "4:memory:/other\n0::/system.slice/quarry.service\n".to_owned()),
            ("sys/fs/cgroup/system.slice/quarry.service/memory.swap.max", most.to_owned()),
        ])
    };
    assert!(may_swap(&within("max\n")));
    assert!(may_swap(&within("1048576\n")));
    assert!(!may_swap(&within("0\n")));
}
