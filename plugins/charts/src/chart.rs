//! The body of a chart: series of points, whatever they are of.

use crate::markers::Marker;
use crate::window::Window;
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::prelude::*;

/// The most points of a series; a larger slice is an export.
pub const MAX_POINTS: usize = 500;

/// One point of a series. Its place on the axis is a time, or a class of values where the chart is a distribution.
#[derive(Schema, Serialize)]
pub struct Point {
    /// The start of the period; null in a distribution.
    pub at: Option<Time>,
    /// The class of values, its lower end inside and its upper end outside; null in a series over time.
    #[schema(example = "1.05-1.1")]
    pub class: Option<String>,
    /// The point's value; null when it could not be derived.
    #[schema(example = "2272.731949452135310")]
    pub value: Option<String>,
}

impl Point {
    /// A point of a series over time.
    pub fn over_time(at: Option<Time>, value: Option<String>) -> Point {
        Point { at, class: None, value }
    }
}

/// One line or set of bars.
#[derive(Schema, Serialize)]
pub struct Series {
    /// The key that programs use.
    #[schema(example = "close")]
    pub key: String,
    /// The name or title that people read.
    #[schema(example = "Close")]
    pub name: String,
    /// The unit of the values.
    #[schema(example = "USDC per WETH")]
    pub unit: String,
    /// Points, the oldest first. A period in which nothing happened has no point.
    pub points: Vec<Point>,
}

impl Series {
    /// A series without points so far.
    pub fn new(key: &str, name: &str, unit: &str) -> Series {
        Series { key: key.to_owned(), name: name.to_owned(), unit: unit.to_owned(), points: Vec::new() }
    }
}

/// The chart that a source makes from the query.
pub struct Chart {
    /// The data that the figures were made of.
    pub source: String,
    /// The pool that the chart is of.
    pub pool: Option<ResultSet>,
    pub series: Vec<Series>,
    /// The range that was read; none in a distribution.
    pub window: Option<Window>,
    /// Time of the newest data in the series.
    pub as_of: Option<Time>,
    /// Block of those data, where one chain is meant.
    pub as_of_block: Option<i64>,
    /// True when the series has every point of the range; false when earlier ones were left out.
    pub is_complete: bool,
}

impl Chart {
    /// The answer, with the orientation of its prices and the markers that were asked for.
    pub fn answer(
        self,
        chart: &str,
        orientation: Option<PriceOrientation>,
        period: &str,
        markers: &[Marker],
    ) -> Answer {
        let object = Answer::object().member("chart", chart).member("source", &self.source);
        let object = match self.pool {
            Some(pool) => object.row("pool", pool),
            None => object.member("pool", &None::<String>),
        };
        object
            .member("orientation", &orientation)
            .member("period", period)
            .member("from", &self.window.and_then(|window| window.from))
            .member("to", &self.window.and_then(|window| window.to))
            .member("as_of", &self.as_of)
            .member("as_of_block", &self.as_of_block)
            .member("complete", &self.is_complete)
            .member("series", &self.series)
            .member("events", markers)
            .into()
    }
}
