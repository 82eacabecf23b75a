//! A deployment: the contracts that share a slug, on one chain or on several.

use crate::days::start_of_day;
use quarry_lending_words::LendingWordKind;
use quarry_liquidation_records::LendingToken;
use quarry_sdk::ObjectBuilder;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectDeploymentContracts, "sql/deployment_contracts.sql");
statement!(warehouse, SelectNewestLendingEvent, "sql/newest_lending_event.sql");

/// A contract of a deployment.
#[derive(Schema)]
pub struct DeploymentContract {
    /// The deployment's protocol; a fork has a word of its own.
    #[schema(example = "aave_v3")]
    pub protocol: String,
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// The contract that emits the events.
    #[schema(example = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2")]
    pub address: Address,
    /// The token that it lends, where it lends one: of a cToken or a market of Compound III.
    #[schema(example = { "address": null, "symbol": null, "decimals": null })]
    pub underlying: LendingToken,
}

/// The members that every page of a deployment begins with.
#[derive(Schema)]
pub struct DeploymentHead {
    /// The slug that it was asked for by.
    #[schema(example = "aave-v3")]
    pub slug: String,
    /// The deployment's name for people.
    #[schema(example = "Aave V3")]
    pub name: Option<String>,
    /// The deployment's protocol; a fork has a word of its own.
    #[schema(example = "aave_v3")]
    pub protocol: Option<String>,
}

/// A deployment that was found.
pub struct FoundDeployment {
    pub slug: String,
    /// The chain that was asked for, or the only one that the deployment is on; none when it is on several.
    pub only_chain: Option<Chain>,
    pub contracts: ResultSet,
}

/// The deployment called `slug`, on one chain or on all that it is on.
pub fn find(slug: String, chain: Option<Chain>) -> Result<FoundDeployment, Problem> {
    let contracts = SelectDeploymentContracts { slug: slug.clone(), chain_id: chain.map(|chain| chain.0) }.query()?;
    if contracts.is_empty() {
        let on_chain = chain.map(|chain| format!(" on chain {}", chain.0)).unwrap_or_default();
        let known = quarry_lending_words::of_kind(LendingWordKind::Deployment)?;
        let there = match known.is_empty() {
            true => "none is registered".to_owned(),
            false => format!("there are {}", known.join(", ")),
        };
        return Err(Problem::not_found(format!("No lending deployment is called {slug}{on_chain}: {there}.")));
    }
    let chain_of = |row| contracts.integer(row, "chain_id");
    let is_one = (1..contracts.row_count()).all(|row| chain_of(row) == chain_of(0));
    let only_chain = chain_of(0).filter(|_| is_one).map(|id| Chain(id.unsigned_abs()));
    Ok(FoundDeployment { slug, only_chain, contracts })
}

impl FoundDeployment {
    /// The members of [`DeploymentHead`].
    pub fn head(&self) -> ObjectBuilder {
        Answer::object()
            .member("slug", &self.slug)
            .member("name", &self.contracts.text(0, "_name"))
            .member("protocol", &self.contracts.text(0, "protocol"))
    }

    /// Time of the newest event before `to`; `None` without one.
    pub fn newest_event(&self, chain: Option<Chain>, to: Time) -> Result<Option<Time>, Problem> {
        newest_event(Some(self.slug.clone()), chain, to)
    }
}

/// Time of the newest event before `to`, of one deployment or of all; `None` without one.
pub fn newest_event(slug: Option<String>, chain: Option<Chain>, to: Time) -> Result<Option<Time>, Problem> {
    let chain_id = chain.map(|chain| chain.0);
    Ok(SelectNewestLendingEvent { slug, chain_id, end_day: start_of_day(to), to }.query()?.time(0, "newest_at"))
}
