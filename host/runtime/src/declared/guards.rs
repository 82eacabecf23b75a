//! The guards of a manifest, and how its routes use them.

use crate::bindings::quarry::plugin::manifest as wit;
use crate::declared::answers::{REFUSALS, is_code};
use crate::declared::is_words;
use quarry_contract::{Guard, GuardRefusal, Refusal, RouteGuard, TenantKind};
use quarry_identity::STAFF_PERMISSIONS;
use std::collections::BTreeSet;
use std::sync::Arc;

const MOST_RANKS: usize = 16;

pub(crate) fn guards(guards: Vec<wit::Guard>) -> Result<Vec<Arc<Guard>>, String> {
    let mut names = BTreeSet::new();
    let mut checked = Vec::with_capacity(guards.len());
    for guard in guards {
        let name = guard.name;
        if !is_words(&name, "_") || !names.insert(name.clone()) {
            return Err(format!("`{name}` is not a guard's name of its own: lowercase words joined by `_`, each once"));
        }
        let ranks: BTreeSet<&String> = guard.ranks.iter().collect();
        if ranks.len() != guard.ranks.len() || ranks.len() > MOST_RANKS || ranks.iter().any(|rank| !is_words(rank, "_"))
        {
            return Err(format!(
                "the ranks of the guard {name} are at most {MOST_RANKS}, each once: lowercase words joined by `_`"
            ));
        }
        let refusal = |refusal: wit::GuardRefusal| refusal_from_guest(&name, refusal);
        let refusals = guard.refusals.into_iter().map(|(known, declared)| Ok((known, refusal(declared)?)));
        let refusals = refusals.collect::<Result<_, String>>()?;
        checked.push(Arc::new(Guard {
            statement: guard.statement,
            tenant: tenant_from_guest(guard.tenant),
            ranks: guard.ranks,
            absent: refusal(guard.absent)?,
            rank_too_low: refusal(guard.rank_too_low)?,
            refusals,
            name: name.clone(),
        }));
    }
    Ok(checked)
}

pub(super) fn tenant_from_guest(tenant: wit::Tenant) -> TenantKind {
    match tenant {
        wit::Tenant::Space => TenantKind::Space,
        wit::Tenant::Organization => TenantKind::Organization,
        wit::Tenant::Person => TenantKind::Person,
        wit::Tenant::Own => TenantKind::Own,
    }
}

fn refusal_from_guest(guard: &str, refusal: wit::GuardRefusal) -> Result<GuardRefusal, String> {
    let wit::GuardRefusal { status, code, sentence, field } = refusal;
    match REFUSALS.contains(&status) && is_code(&code) && !sentence.is_empty() && sentence.len() <= 500 {
        true => Ok(GuardRefusal { status, code, sentence, field }),
        false => Err(format!(
            "the guard {guard} refuses with {status} `{code}`: a status of 403, 404, 409 or 422, a code in snake_case and a \
             sentence of at most 500 bytes are needed"
        )),
    }
}

/// The guard of a route, as the manifest has it.
pub(super) fn of_route(route: &wit::Route, guards: &[Arc<Guard>]) -> Result<Option<RouteGuard>, String> {
    let Some(declared) = &route.guard else { return Ok(None) };
    let operation_id = &route.operation_id;
    let guard = guards.iter().find(|guard| guard.name == declared.guard);
    let guard = guard.ok_or_else(|| {
        format!("{operation_id} has the guard `{}`, which the manifest does not declare", declared.guard)
    })?;
    if matches!(route.access, wit::Access::Keyless) {
        return Err(format!(
            "{operation_id} has a guard and is for everybody: a guard is for keys and signed-in people"
        ));
    }
    match &declared.least_rank {
        Some(rank) if !guard.ranks.contains(rank) => {
            let known = guard.ranks.join(", ");
            return Err(format!("{operation_id} asks for the rank `{rank}`, and the guard {} has {known}", guard.name));
        }
        _ => {}
    }
    if let Some(permission) = &declared.or_permission {
        let is_good =
            STAFF_PERMISSIONS.contains(&permission.as_str()) && matches!(route.access, wit::Access::Session(_));
        if guard.ranks.is_empty() || !is_good {
            return Err(format!(
                "{operation_id} lets staff with `{permission}` pass its guard: that is for a session route whose guard has ranks, \
                 and a permission is one of {}",
                STAFF_PERMISSIONS.join(", ")
            ));
        }
    }
    Ok(Some(RouteGuard {
        guard: Arc::clone(guard),
        least_rank: declared.least_rank.clone(),
        paths: declared.paths.clone(),
        or_permission: declared.or_permission.clone(),
        changes_ranks: declared.changes_ranks,
    }))
}

/// Gives the sentences that documents have on the guard's refusals: those that another sentence does not tell already.
pub(super) fn refusals(guard: &RouteGuard, declared: &[Refusal]) -> Vec<Refusal> {
    let RouteGuard { guard, least_rank, .. } = guard;
    let too_low = least_rank.as_ref().filter(|rank| guard.ranks.first() != Some(rank)).map(|_| &guard.rank_too_low);
    let all = [&guard.absent].into_iter().chain(too_low).chain(guard.refusals.iter().map(|(_, refusal)| refusal));
    all.filter(|refusal| !declared.iter().any(|known| (known.status, &known.code) == (refusal.status, &refusal.code)))
        .map(|refusal| Refusal {
            status: refusal.status,
            code: refusal.code.clone(),
            description: refusal.sentence.replace("{path.", "{").replace("{query.", "{").replace("{body.", "{"),
        })
        .collect()
}
