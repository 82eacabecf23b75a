//! The kind and the parameters of a view, and the path that replays it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quarry_pool_summaries::{address_of, no_address};
use quarry_sdk::prelude::*;

/// Letters, digits and the marks that a query may have as they are.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The page that a view is of.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewKind {
    Chart,
    Finder,
}

/// Parameters of the page, as texts. Other keys are dropped, and so are those of the other kind and values that the page refuses.
#[derive(Schema, Serialize, Deserialize, Default)]
pub struct ViewParams {
    /// Symbol or address of the base token, for the finder.
    #[schema(optional, single_line, max_length = 100, example = "WETH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Symbol or address of the quote token, for the finder.
    #[schema(optional, single_line, max_length = 100, example = "USDC")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The pool's kind, `v2` or `v3`, for the finder.
    #[schema(optional, single_line, max_length = 100, example = "v3")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The pool's address, which a chart needs.
    #[schema(optional, single_line, max_length = 100, example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The range of a chart.
    #[schema(optional, single_line, max_length = 100, example = "30d")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// Day or time at which a chart begins.
    #[schema(optional, single_line, max_length = 100, example = "2026-10-01")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Day or time at which a chart ends.
    #[schema(optional, single_line, max_length = 100, example = "2026-10-31")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The period of a chart: `hourly` or `daily`.
    #[schema(optional, single_line, max_length = 100, example = "daily")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<String>,
    /// Addresses of up to four other pools that a chart compares, with commas between them.
    #[schema(optional, single_line, max_length = 400, example = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<String>,
    /// Direction of a chart's price: `true` to turn it round.
    #[schema(optional, single_line, max_length = 100, example = "true")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invert: Option<String>,
}

/// The parameters of a request: keys that mean nothing are dropped, not refused.
#[derive(Deserialize)]
pub struct EnteredParams(pub ViewParams);

impl Schema for EnteredParams {
    fn schema() -> serde_json::Value {
        let mut schema = ViewParams::schema();
        schema["title"] = "EnteredViewParams".into();
        schema["additionalProperties"] = true.into();
        schema
    }

    fn example() -> serde_json::Value {
        json!({ "id": "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc", "range": "30d", "period": "daily" })
    }
}

impl ViewParams {
    /// Those of the kind. Refuses a chart without a pool.
    pub fn of_kind(self, kind: ViewKind) -> Result<ViewParams, Problem> {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        Ok(match kind {
            ViewKind::Finder => ViewParams {
                base: given(self.base),
                quote: given(self.quote),
                source: given(self.source),
                ..ViewParams::default()
            },
            ViewKind::Chart => ViewParams {
                id: Some(pool(given(self.id).as_deref())?),
                range: given(self.range),
                from: given(self.from),
                to: given(self.to),
                period: given(self.period),
                compare: given(self.compare),
                invert: given(self.invert),
                ..ViewParams::default()
            },
        })
    }

    /// The page of the application that shows the view again.
    pub fn path(&self, kind: ViewKind) -> String {
        let (page, named) = match kind {
            ViewKind::Finder => {
                ("/prices".to_owned(), vec![("base", &self.base), ("quote", &self.quote), ("source", &self.source)])
            }
            ViewKind::Chart => (
                format!("/prices/{}", self.id.as_deref().unwrap_or_default()),
                vec![
                    ("range", &self.range),
                    ("from", &self.from),
                    ("to", &self.to),
                    ("period", &self.period),
                    ("compare", &self.compare),
                    ("invert", &self.invert),
                ],
            ),
        };
        let query: Vec<String> = named
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}={}", utf8_percent_encode(value.as_deref()?, KEPT))))
            .collect();
        if query.is_empty() { page } else { format!("{page}?{}", query.join("&")) }
    }
}

/// The pool of a chart, whole and in lower case.
fn pool(id: Option<&str>) -> Result<String, Problem> {
    let id =
        id.ok_or_else(|| Problem::invalid_field("params.id", "A chart needs params.id, the address of its pool."))?;
    address_of(id).map(|address| address.to_hex()).ok_or_else(|| no_address("params.id", id))
}
