//! The limit on open files: a connection is one, and many systems start a process with room for 1,024.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The files that the host needs beside its connections: stores, files, the component cache.
const OTHER_FILES: u64 = 512;

/// Lifts the process's own limit to what `max_connections` need, as far as the system allows it.
pub(super) fn make_room(max_connections: usize) {
    let wanted = u64::try_from(max_connections).unwrap_or(u64::MAX).saturating_add(OTHER_FILES);
    let limit = getrlimit(Resource::Nofile);
    let allowed = limit.maximum.map_or(wanted, |maximum| maximum.min(wanted));
    if limit.current.is_some_and(|current| current < allowed)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(allowed), maximum: limit.maximum })
    {
        tracing::warn!(%error, "the limit on open files cannot be lifted");
    }
    if let Some(files) = getrlimit(Resource::Nofile).current.filter(|files| *files < wanted) {
        tracing::warn!(
            open_files = files,
            max_connections,
            "fewer files may be open than server.max_connections needs; lift the limit (ulimit -n, LimitNOFILE)"
        );
    }
}
