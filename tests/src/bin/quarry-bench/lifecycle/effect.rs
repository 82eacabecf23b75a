//! `toggle_effect_p99`: from asking for a switch to the first answer in the new state, on the host that was asked.
//!
//! Nobody else asks. The component is unloaded when it is switched off and loaded when it is switched on: its digest is
//! known to be good, and its machine code lies in the cache.

use super::installed::Installed;
use crate::report::Report;
use anyhow::{Context, Result, ensure};
use quarry_tests::browser::Browser;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

pub(super) const FIGURES: &[&str] = &["toggle_effect_p99", "toggle_effect_median"];
const TOGGLES: usize = 200;
/// The first ones are not counted.
const WARM_UP: usize = 10;

pub(super) fn measure(report: &mut Report) -> Result<()> {
    block_in_place(|| {
        let installed = Installed::start("bench-effect")?;
        let mut staff = Browser::of(&installed.server, "staff");
        let mut milliseconds = Vec::with_capacity(TOGGLES);
        for number in 0..TOGGLES + WARM_UP {
            let is_on = number % 2 == 1;
            // What was taken out is gone before the next switch, so that every second switch loads it.
            installed.wait_for_drained(number.div_ceil(2))?;
            let began = Instant::now();
            let answer = staff.write("PATCH", "/session/admin/modules/partners/toggle", &json!({ "enabled": is_on }));
            ensure!(answer.status == 200, "the switch: {} {}", answer.status, answer.text);
            let wanted = if is_on { 200 } else { 404 };
            while installed.server.get_keyless("/version").status != wanted {
                ensure!(began.elapsed() < Duration::from_secs(10), "switch {number} has no effect");
            }
            if number >= WARM_UP {
                milliseconds.push(began.elapsed().as_secs_f64() * 1e3);
            }
        }
        milliseconds.sort_by(f64::total_cmp);
        let at = |percent: usize| milliseconds.get(milliseconds.len() * percent / 100).copied().context("switches");
        report.add("toggle_effect_p99", at(99)?, "milliseconds from asking to the first answer");
        report.add("toggle_effect_median", at(50)?, "milliseconds from asking to the first answer");
        Ok(())
    })
}
