//! The body of a request to pin something, and what it means.

use crate::assignments::record::BarPeriod;
use crate::pinning::Subject;
use crate::pinning::market;
use quarry_dataset_catalogue::filters::in_the_future;
use quarry_dataset_catalogue::{Addresses, Filters, Selection, dataset};
use quarry_sdk::prelude::*;
use quarry_sdk::words::{ADDRESS, DAY, instead_of};

statement!(app_store, SelectOwnDataRequest, "src/pinning/own_data_request.sql");

/// The bars of a pool are a dataset.
const PRICE_BARS: &str = "price_bars";

/// A request to pin something, with its description: a data request, or a pool with period and days.
#[derive(Schema, Deserialize)]
#[schema(example = {
    "organization_id": 7, "pool": "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8", "period": "daily", "from": "2026-10-01", "to": "2026-10-31",
    "title": "Prices of October", "instructions": "Compute the realised volatility of each week.", "name_organization": true
})]
pub struct NewAssignment {
    /// The organization that it is for: one of `teachable_organizations`.
    #[schema(minimum = 1, example = 7)]
    #[expect(dead_code, reason = "the guard reads it")]
    organization_id: i64,
    /// Id of one of the caller's own exports, whose dataset, filters and columns the assignment has.
    #[schema(optional, minimum = 1, example = 17)]
    data_request_id: Option<i64>,
    /// A tracked market.
    #[schema(optional)]
    pool: Option<PoolAddress>,
    /// Slug or id of the chain, for a pool that is on several.
    #[schema(optional, min_length = 1, max_length = 64, example = "ethereum")]
    chain: Option<String>,
    /// The length of a bar; `daily` by default.
    #[schema(optional, example = "daily")]
    period: Option<BarPeriod>,
    /// The first day, in UTC; a year before `to` by default.
    #[schema(optional)]
    from: Option<Day>,
    /// The last day, in UTC; today by default.
    #[schema(optional)]
    to: Option<Day>,
    /// The title that students read; the name of the data request, or of the market, by default.
    #[schema(optional, single_line, min_length = 1, max_length = 120, example = "Prices of March")]
    pub title: Option<String>,
    /// The task that students are given.
    #[schema(optional, multi_line, max_length = 5000, example = "Compute the realised volatility of each week.")]
    pub instructions: Option<String>,
    /// True to tell students who are not members the organization's name; false by default.
    #[schema(optional, example = true)]
    #[serde(default)]
    pub name_organization: bool,
}

/// A pool: 40 hex digits, behind `0x` or without it, in any case.
#[derive(Schema, Deserialize)]
#[schema(pattern = "^(0[xX])?[0-9a-fA-F]{40}$", example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
pub struct PoolAddress(String);

/// A data request as it is stored.
#[derive(Row)]
struct OwnDataRequest {
    name: String,
    dataset: String,
    #[row(json)]
    columns: Vec<String>,
    #[row(json)]
    filters: Filters,
    spreadsheet_safe: bool,
}

impl NewAssignment {
    /// The thing that is to be pinned. Refuses with 422 `nothing_to_pin`, `unknown_market` or the field that means nothing, 404 for another person's
    /// data request, 409 `decimals_unknown`.
    pub fn subject(&self, today: &Day) -> Result<Subject, Problem> {
        match (self.data_request_id, &self.pool) {
            (None, None) => Err(Problem::new(
                422,
                "nothing_to_pin",
                "Nothing is named: give data_request_id, one of your own, or pool with period, from and to.",
            )),
            (Some(_), Some(_)) => Err(Problem::invalid_field(
                "pool",
                "An assignment is made of a data request or of a pool, and both are named: leave one out.",
            )),
            (Some(id), None) => self.of_data_request(id, today),
            (None, Some(pool)) => self.of_pool(pool, today),
        }
    }

    fn of_data_request(&self, id: i64, today: &Day) -> Result<Subject, Problem> {
        let strays = [
            ("chain", self.chain.is_some()),
            ("period", self.period.is_some()),
            ("from", self.from.is_some()),
            ("to", self.to.is_some()),
        ];
        if let Some((name, _)) = strays.into_iter().find(|(_, is_given)| *is_given) {
            let sentence = format!("A data request has its own filters: leave {name} out, or build another request.");
            return Err(Problem::invalid_field(name, sentence));
        }
        let found: Option<OwnDataRequest> = SelectOwnDataRequest { id }.one()?;
        let found = found.ok_or_else(|| Problem::not_found(format!("There is no data request {id} of yours.")))?;
        let known = dataset(&found.dataset).ok_or_else(|| {
            let sentence = format!("There is no dataset {} any more: build another request.", found.dataset);
            Problem::invalid_field("data_request_id", sentence)
        })?;
        let mut selection = Selection::of_request(known, found.columns, found.filters, today)?;
        selection.is_spreadsheet_safe = found.spreadsheet_safe;
        Ok(Subject { selection, data_request_id: Some(id), pool: None, period: None, title: found.name })
    }

    fn of_pool(&self, PoolAddress(pool): &PoolAddress, today: &Day) -> Result<Subject, Problem> {
        let (from, to) = self.days(today)?;
        let digits = pool.to_ascii_lowercase();
        let hex = format!("0x{}", digits.strip_prefix("0x").unwrap_or(&digits));
        let no_address =
            |_| Problem::invalid_field("pool", instead_of(&format!("The address of a pool is {ADDRESS}"), pool));
        let pool: Address = serde_json::from_value(json!(hex)).map_err(no_address)?;
        let chain = market::chain_of(&pool, self.chain.as_deref())?;
        let period = self.period.unwrap_or(BarPeriod::Daily);
        let known = dataset(PRICE_BARS).ok_or_else(|| {
            Problem::invalid_field("pool", "There are no prices in this deployment: name a data request.")
        })?;
        let filters = Filters {
            addresses: Some(Addresses::List(vec![hex.clone()])),
            chain: Some(chain),
            date_from: Some(from),
            date_to: Some(to),
            ..Filters::default()
        };
        let selection = Selection::of_request(known, Vec::new(), filters, today)?.of_bars(period.word());
        let title = format!("{} prices of {hex}", if period == BarPeriod::Daily { "Daily" } else { "Hourly" });
        Ok(Subject { selection, data_request_id: None, pool: Some(pool), period: Some(period), title })
    }

    /// The first and the last day: to today, from a year before.
    fn days(&self, today: &Day) -> Result<(Day, Day), Problem> {
        for (name, what, day) in
            [("from", "The range begins with", &self.from), ("to", "The range ends with", &self.to)]
        {
            let Some(day) = day else { continue };
            if first_moment(day).is_none() {
                return Err(Problem::invalid_field(name, instead_of(&format!("{what} {DAY}"), &day.0)));
            }
            if day > today {
                return Err(Problem::invalid_field(name, in_the_future(day, today)));
            }
        }
        let to = self.to.clone().unwrap_or_else(|| today.clone());
        let from = self.from.clone().unwrap_or_else(|| year_before(&to));
        if from > to {
            let sentence = format!("The range ends on {} before it begins on {}.", to.0, from.0);
            return Err(Problem::invalid_field("to", sentence));
        }
        Ok((from, to))
    }
}

fn first_moment(day: &Day) -> Option<Time> {
    format!("{}T00:00:00Z", day.0).parse().ok()
}

/// The same day of the year before; of a leap day the day before.
fn year_before(day: &Day) -> Day {
    let (year, rest) = day.0.split_at_checked(4).unwrap_or((&day.0, ""));
    let year = year.parse::<u32>().unwrap_or_default().saturating_sub(1);
    let same = Day(format!("{year:04}{rest}"));
    if first_moment(&same).is_some() { same } else { Day(format!("{year:04}-02-28")) }
}
