//! A series of prices that nobody chose, against a model of what an alert is.

use super::stage::{Pool, armings, point, rearm, server, some_blocks, somebody};
use serde_json::Value as Json;

/// An alert as the documents describe it, on whole numbers.
struct Model {
    is_above: bool,
    threshold: u64,
    arming: u32,
    is_watching: bool,
    waits: bool,
    fired: Vec<String>,
}

impl Model {
    fn new(is_above: bool, threshold: u64, price: u64) -> Model {
        let mut model = Model { is_above, threshold, arming: 1, is_watching: true, waits: false, fired: Vec::new() };
        model.waits = model.holds(price);
        model
    }

    fn holds(&self, price: u64) -> bool {
        if self.is_above { price > self.threshold } else { price < self.threshold }
    }

    fn price(&mut self, price: u64) {
        if !self.is_watching {
            return;
        }
        match (self.holds(price), self.waits) {
            (true, false) => {
                self.is_watching = false;
                self.fired.push(self.arming.to_string());
            }
            (false, true) => self.waits = false,
            (true, true) | (false, false) => {}
        }
    }

    fn rearm(&mut self, price: u64) {
        if !self.is_watching {
            (self.is_watching, self.waits) = (true, self.holds(price));
            self.arming += 1;
        }
    }
}

/// Numbers of a linear congruence: the same series on every machine.
struct Series(u64);

impl Series {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[test]
fn alerts_fire_as_a_plain_model_does_over_a_generated_series_of_prices() {
    quarry_tests::in_the_whole_suite!();
    let server = &server();
    let (_, mut browser) = somebody(server, "institution");
    let (pool, block) = (Pool::new(server), some_blocks());
    let steps = std::env::var("QUARRY_TEST_ALERT_STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(12);
    let mut series = Series(31);
    let mut price = 100;
    pool.sets(server, &[point(block, &price.to_string())]);
    let mut alerts: Vec<(Json, Model)> = (0..12)
        .map(|number| {
            let (is_above, threshold) = (number % 2 == 0, 96 + series.below(9));
            let condition = if is_above { "above" } else { "below" };
            let alert = pool.alert(&mut browser, condition, &threshold.to_string());
            let model = Model::new(is_above, threshold, price);
            assert_eq!(alert["waits_for_crossing"], model.waits, "{alert}");
            (alert["id"].clone(), model)
        })
        .collect();
    for step in 1..=steps {
        price = 95 + series.below(11);
        pool.sets(server, &[point(block + step, &price.to_string())]);
        for (id, model) in &mut alerts {
            model.price(price);
            if series.below(3) == 0 {
                let armed = rearm(&mut browser, "prices", id);
                model.rearm(price);
                assert_eq!(
                    (armed["state"] == "watching", &armed["waits_for_crossing"]),
                    (true, &Json::Bool(model.waits))
                );
            }
            assert_eq!(armings(server, "price", id), model.fired, "alert {id} after price {price} of step {step}");
        }
    }
    let fired: usize = alerts.iter().map(|(_, model)| model.fired.len()).sum();
    assert!(fired > 12, "a series in which something happens: {fired}");
}
