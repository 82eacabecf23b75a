//! Several chains in one process: a task each. They read at the same time and load in turns.

use std::collections::{BTreeMap, BTreeSet};

use tokio::task::JoinSet;

use super::super::chain_rule::{known_chains, resolve_chain};
use super::super::run::Ingest;
use super::FollowSettings;
use super::back_off::BackOff;
use super::client::ChainClient;
use super::endpoint::RpcEndpoint;
use super::error::FollowError;
use super::followed::Followed;
use super::follower::ChainFollower;
use super::token_lookups::TokenLookups;
use quarry_stores::app::AppStore;
use quarry_stores::clock::Clock;
use quarry_stores::shutdown::{Shutdown, shutdown_signal};
use quarry_stores::warehouse::Warehouse;

/// Follows all of these chains until `shutdown`, or until one of them cannot be followed. The warehouse's schema must be in
/// place.
pub async fn follow(
    warehouse: Warehouse,
    endpoints: Vec<RpcEndpoint>,
    settings: FollowSettings,
    shutdown: Shutdown,
) -> Result<Vec<Followed>, FollowError> {
    follow_and_look_up(warehouse, None, endpoints, settings, shutdown).await
}

/// The same; with an app store, the tokens that somebody waits for are looked up at the same servers meanwhile.
pub async fn follow_and_look_up(
    warehouse: Warehouse,
    app: Option<AppStore>,
    endpoints: Vec<RpcEndpoint>,
    settings: FollowSettings,
    shutdown: Shutdown,
) -> Result<Vec<Followed>, FollowError> {
    let ingest = Ingest::new(warehouse);
    let Some(chains) = identify(&ingest, &endpoints, &settings, &shutdown).await? else { return Ok(Vec::new()) };
    let (stop_all, stopped) = shutdown_signal();
    let (mut tasks, mut lookups) = (JoinSet::new(), JoinSet::new());
    let depths = finality_depths(&ingest).await?;
    for (chain, client) in chains {
        let depth = depths.get(&chain.0).copied().unwrap_or(settings.finality_depth);
        let settings = FollowSettings { finality_depth: depth, ..settings.clone() };
        if let Some(app) = &app {
            let ((chain_id, name), clock) = (chain.clone(), Clock::system());
            let (app, ingest, client) = (app.clone(), ingest.clone(), client.clone());
            let looking = TokenLookups { app, ingest, chain_id, name, client, clock };
            lookups.spawn(looking.run(settings.once, stopped.clone()));
        }
        let follower = ChainFollower::new(chain, client, ingest.clone(), settings, stopped.clone());
        tasks.spawn(follower.run());
    }
    let mut shutdown = shutdown;
    let mut is_stopping = false;
    let mut outcome = Ok(Vec::new());
    loop {
        let ended = tokio::select! {
            () = shutdown.wait(), if !is_stopping => {
                is_stopping = true;
                stop_all.fire();
                continue;
            }
            ended = tasks.join_next() => ended,
        };
        let followed = match ended {
            None => break,
            Some(Ok(followed)) => followed,
            Some(Err(_)) => Err(FollowError::Stopped { chain: "a chain".to_owned() }),
        };
        match (followed, &mut outcome) {
            (Ok(followed), Ok(all)) => all.push(followed),
            (Ok(_), Err(_)) => {}
            (Err(error), outcome) => {
                stop_all.fire();
                // The first failure is told, the later ones are logged.
                match outcome {
                    Ok(_) => *outcome = Err(error),
                    Err(_) => tracing::error!(%error, "another chain failed too"),
                }
            }
        }
    }
    // A look that was begun is ended; nothing of it is lost otherwise either.
    if !settings.once {
        stop_all.fire();
    }
    while lookups.join_next().await.is_some() {}
    outcome
}

/// The depths of those chains that have one of their own.
async fn finality_depths(ingest: &Ingest) -> Result<BTreeMap<u64, u64>, FollowError> {
    let failed = |source| FollowError::Ingest { chain: "known chains".to_owned(), source };
    let chains = ingest.chains().await.map_err(failed)?;
    Ok(chains.into_iter().filter_map(|chain| Some((chain.id, chain.finality_depth?))).collect())
}

/// The chain that each server is for: the caller's word, or else the server's. `None` when it is stopped meanwhile.
async fn identify(
    ingest: &Ingest,
    endpoints: &[RpcEndpoint],
    settings: &FollowSettings,
    shutdown: &Shutdown,
) -> Result<Option<Vec<((u64, String), ChainClient)>>, FollowError> {
    let failed = |source| FollowError::Ingest { chain: "known chains".to_owned(), source };
    let known = known_chains(&ingest.session).await.map_err(failed)?;
    let mut seen = BTreeSet::new();
    let mut chains = Vec::new();
    for endpoint in endpoints {
        let client = ChainClient::new(endpoint, settings.request_timeout)?;
        let Some(chain_id) = ask_chain_id(&client, settings, shutdown).await? else { return Ok(None) };
        let Some((_, slug)) = known.iter().find(|(id, _)| *id == chain_id) else {
            let known = known.iter().map(|(id, slug)| format!("{slug} ({id})")).collect();
            return Err(FollowError::UnknownChain { server: client.server(), chain_id, known });
        };
        if let Some(wanted) = &endpoint.chain {
            let (wanted_id, _) = *resolve_chain(wanted, &known).map_err(failed)?;
            if wanted_id != chain_id {
                let wanted = format!("{wanted} ({wanted_id})");
                return Err(FollowError::WrongChain { server: client.server(), wanted, found: chain_id });
            }
        }
        if !seen.insert(chain_id) {
            return Err(FollowError::Twice { chain: slug.clone() });
        }
        chains.push(((chain_id, slug.clone()), client));
    }
    Ok(Some(chains))
}

/// Asks until the server answers; with `once`, a few times. `None` when it is stopped meanwhile.
async fn ask_chain_id(
    client: &ChainClient,
    settings: &FollowSettings,
    shutdown: &Shutdown,
) -> Result<Option<u64>, FollowError> {
    let mut back_off = BackOff::new(settings.shortest_wait, settings.longest_wait);
    let mut shutdown = shutdown.clone();
    let mut failures = 0;
    loop {
        let server = client.server();
        let fault = tokio::select! {
            () = shutdown.wait() => return Ok(None),
            answer = client.chain_id() => match answer {
                Ok(chain_id) => return Ok(Some(chain_id)),
                Err(fault) => fault,
            },
        };
        failures += 1;
        if settings.once && failures >= settings.attempts {
            return Err(FollowError::Server { chain: "its chain id".to_owned(), server, source: fault });
        }
        tracing::warn!(server, %fault, "the server does not say which chain it serves");
        tokio::select! {
            () = shutdown.wait() => return Ok(None),
            () = tokio::time::sleep(back_off.next(None)) => {}
        }
    }
}
