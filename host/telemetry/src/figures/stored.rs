//! The bytes that components have stored, as they were when somebody looked last.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;
use quarry_stores::stored::Stored;
use std::collections::BTreeMap;
use std::fmt::Error;
use std::sync::{Mutex, PoisonError};

/// By component.
#[derive(Debug, Default)]
pub struct StoredFigures(Mutex<BTreeMap<String, Stored>>);

impl StoredFigures {
    /// Takes figures in the place of those before.
    pub fn show(&self, stored: BTreeMap<String, Stored>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stored;
    }
}

impl Collector for StoredFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), Error> {
        let stored = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let help = "Bytes that components have stored";
        let mut figure = encoder.encode_descriptor("component_stored", help, Some(&Unit::Bytes), MetricType::Gauge)?;
        for (component, of_component) in &*stored {
            for (kind, bytes) in of_component.kinds() {
                let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
                figure.encode_family(&[("component", component.as_str()), ("kind", kind)])?.encode_gauge(&bytes)?;
            }
        }
        Ok(())
    }
}
