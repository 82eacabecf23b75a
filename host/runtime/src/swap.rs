//! The test whether the kernel may move memory of this process to a disk.

use std::path::Path;

/// Tells that it may, by the kernel's files below `root`: a swap area is in use, and the process's group may have a part of it.
/// It is also true where those cannot be read.
pub fn may_swap(root: &Path) -> bool {
    let read = |file: &str| std::fs::read_to_string(root.join(file)).ok();
    let has_area = |swaps: String| swaps.lines().skip(1).any(|line| !line.trim().is_empty());
    // The line of the one hierarchy of version 2.
    let group = |groups: String| groups.lines().find_map(|line| line.strip_prefix("0::/").map(str::to_owned));
    let most = read("proc/self/cgroup")
        .and_then(group)
        .and_then(|group| read(&format!("sys/fs/cgroup/{group}/memory.swap.max")));
    read("proc/swaps").is_none_or(has_area) && most.is_none_or(|most| most.trim() != "0")
}
