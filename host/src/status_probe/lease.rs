//! The right to probe, held by one host at a time.

use crate::status_probe::error::StatusProbeError;
use jiff::Timestamp;
use quarry_stores::app::AppStore;
use quarry_stores::result_set::Value;

/// Longer than a probe takes; a host that dies while it holds the lease delays the snapshot by this much.
const LEASE_MICROSECONDS: i64 = 20_000_000;

pub(super) struct Lease {
    app: AppStore,
    /// Tells this probe from those of other hosts.
    holder: String,
}

impl Lease {
    pub(super) fn new(app: AppStore) -> Lease {
        Lease { app, holder: format!("{:032x}", rand::random::<u128>()) }
    }

    /// Takes the lease; true when this host has it now. A lease is free when its time is over, and also when it ends later than
    /// any lease can: then it was taken before a clock was set back.
    pub(super) async fn take(&self, now: Timestamp) -> Result<bool, StatusProbeError> {
        let now = now.as_microsecond();
        let values = [Value::Text(self.holder.clone()), Value::Int64(now + LEASE_MICROSECONDS), Value::Int64(now)];
        let taken = self.app.execute(
            "INSERT INTO status_probe_lease (id, holder, expires_at) VALUES (1, $1, CAST($2 AS BIGINT))
             ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
             WHERE status_probe_lease.expires_at <= CAST($3 AS BIGINT)
                OR status_probe_lease.expires_at > excluded.expires_at
                OR status_probe_lease.holder = excluded.holder",
            &values,
        );
        Ok(taken.await.map_err(StatusProbeError::Lease)? > 0)
    }

    /// Frees it, where it is still this host's.
    pub(super) async fn give_back(&self) -> Result<(), StatusProbeError> {
        let sql = "UPDATE status_probe_lease SET expires_at = 0 WHERE id = 1 AND holder = $1";
        let holder = [Value::Text(self.holder.clone())];
        let given = self.app.execute(sql, &holder);
        given.await.map(|_| ()).map_err(StatusProbeError::Lease)
    }
}
