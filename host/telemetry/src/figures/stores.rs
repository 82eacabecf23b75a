//! The host's ability to do its work, as its own probes see it.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use quarry_stores::health::Health;
use std::sync::Arc;

/// The probes' last findings.
#[derive(Debug)]
pub(super) struct Stores(pub(super) Arc<Health>);

impl Collector for Stores {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let help = "1 when the store answered the last probe";
        let mut reachable = encoder.encode_descriptor("store_reachable", help, None, MetricType::Gauge)?;
        for (store, is_reachable) in self.0.stores() {
            reachable.encode_family(&[("store", store)])?.encode_gauge(&i64::from(is_reachable))?;
        }
        let (loaded, left_out) = self.0.components();
        let help = "Components of the folder that are served, and files that are not";
        let mut components = encoder.encode_descriptor("components", help, None, MetricType::Gauge)?;
        for (state, count) in [("served", loaded), ("left_out", left_out)] {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            components.encode_family(&[("state", state)])?.encode_gauge(&count)?;
        }
        let help = "1 when the host is ready for requests";
        let mut ready = encoder.encode_descriptor("ready", help, None, MetricType::Gauge)?;
        ready.encode_gauge(&i64::from(self.0.unready_because().is_empty()))
    }
}
