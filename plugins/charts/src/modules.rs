//! The parts of the service that are switched off. A chart of such a part is off too.

use crate::query::ChartSource;
use quarry_sdk::prelude::*;

statement!(app_store, SelectDisabledModules, "sql/disabled_modules.sql");

/// The parts of a chart that the switches leave on.
pub struct Switches {
    /// True when events may be shown.
    pub has_timeline: bool,
}

/// Refuses a chart of a module that is off.
pub fn switches(source: ChartSource) -> Result<Switches, Problem> {
    let disabled: Vec<String> = SelectDisabledModules {}.values()?;
    let is_off = |module: &str| disabled.iter().any(|disabled| disabled == module);
    let module = match source {
        ChartSource::Prices | ChartSource::Volume => "prices",
        ChartSource::Liquidations | ChartSource::HealthFactors | ChartSource::Absorptions => "lending",
        ChartSource::Events => "timeline",
    };
    match is_off(module) {
        true => Err(Problem::new(404, "module_disabled", format!("The module {module} is switched off."))
            .with("module", module)),
        false => Ok(Switches { has_timeline: !is_off("timeline") }),
    }
}
