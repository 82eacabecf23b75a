//! `plugin!`: the component's exports, and the stamp of the contract's version.

use crate::arguments::list;
use crate::personal_data::PersonalData;
use crate::scope::DeclaredScope;
use crate::source::Source;
use crate::statement;
use crate::tenancy::{KeepsAccount, TenantTable};
use proc_macro2::TokenStream;
use quote::quote;
use std::path::PathBuf;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitStr, Path, Result, Token};

#[derive(Default)]
struct Input {
    name: Option<LitStr>,
    summary: Option<LitStr>,
    grants: Vec<Ident>,
    endpoints: Vec<Path>,
    jobs: Vec<Path>,
    events: Vec<Path>,
    migrations: Vec<LitStr>,
    adopts: Vec<Ident>,
    outbound_hosts: Vec<LitStr>,
    personal_data: Vec<PersonalData>,
    notifications: Vec<Path>,
    tenant_tables: Vec<TenantTable>,
    accounts: Vec<Path>,
    keeps_account: Vec<KeepsAccount>,
    datasets: Vec<Path>,
    settings: Vec<LitStr>,
    append_only_tables: Vec<Ident>,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut plugin = Input::default();
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            match word.to_string().as_str() {
                "name" => plugin.name = Some(input.parse()?),
                "summary" => plugin.summary = Some(input.parse()?),
                "grants" => plugin.grants = list(input)?,
                "endpoints" => plugin.endpoints = list(input)?,
                "jobs" => plugin.jobs = list(input)?,
                "events" => plugin.events = list(input)?,
                "migrations" => plugin.migrations = list(input)?,
                "adopts" => plugin.adopts = list(input)?,
                "outbound_hosts" => plugin.outbound_hosts = list(input)?,
                "personal_data" => plugin.personal_data = list(input)?,
                "notifications" => plugin.notifications = list(input)?,
                "tenant_tables" => plugin.tenant_tables = list(input)?,
                "accounts" => plugin.accounts = list(input)?,
                "keeps_account" => plugin.keeps_account = list(input)?,
                "datasets" => plugin.datasets = list(input)?,
                "settings" => plugin.settings = list(input)?,
                "append_only_tables" => plugin.append_only_tables = list(input)?,
                _ => {
                    return Err(Error::new_spanned(
                        word,
                        "one of name, summary, grants, endpoints, jobs, events, migrations, adopts, notifications, outbound_hosts, personal_data, tenant_tables, accounts, keeps_account, datasets, settings, append_only_tables is expected",
                    ));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(plugin)
    }
}

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let Input {
        name,
        summary,
        grants,
        endpoints,
        jobs,
        events,
        migrations,
        adopts,
        outbound_hosts,
        personal_data,
        notifications,
        tenant_tables,
        accounts,
        keeps_account,
        datasets,
        settings,
        append_only_tables,
    } = syn::parse2(input)?;
    let adopts = adopts.iter().map(|table| table.to_string());
    let migrations = migrations.iter().map(migration).collect::<Result<Vec<_>>>()?;
    let mut statements = Source::of_crate().statements().map(statement::declaration).collect::<Result<Vec<_>>>()?;
    for data in &personal_data {
        statements.extend(data.statements()?);
    }
    let scopes = Source::of_crate().scopes().map(DeclaredScope::declaration).collect::<Result<Vec<_>>>()?;
    let append_only_tables = append_only_tables.iter().map(ToString::to_string);
    let missing =
        |what: &str| Error::new(proc_macro2::Span::call_site(), format!("the plugin does not say its {what}"));
    let name = name.ok_or_else(|| missing("name"))?;
    let summary = summary.ok_or_else(|| missing("summary"))?;
    Ok(quote! {
        struct Component;

        impl ::quarry_sdk::bindings::Guest for Component {
            fn describe() -> ::quarry_sdk::component::Manifest {
                let guards: Vec<Option<::quarry_sdk::component::DeclaredGuard>> =
                    vec![#(<#endpoints as ::quarry_sdk::Endpoint>::guard()),*];
                let guards: Vec<::quarry_sdk::component::DeclaredGuard> = guards.into_iter().flatten().collect();
                ::quarry_sdk::component::Manifest {
                    name: #name.to_owned(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    summary: #summary.to_owned(),
                    grants: vec![#(::quarry_sdk::Grant::#grants),*],
                    routes: vec![#(<#endpoints as ::quarry_sdk::Endpoint>::declaration()),*],
                    statements: ::quarry_sdk::component::distinct(vec![#(#statements),*], &guards),
                    migrations: vec![#(#migrations),*],
                    adopts: vec![#(#adopts.to_owned()),*],
                    jobs: vec![#(<#jobs as ::quarry_sdk::Job>::declaration()),*],
                    events: vec![#(<#events as ::quarry_sdk::Event>::declaration()),*],
                    outbound_hosts: vec![#(#outbound_hosts.to_owned()),*],
                    personal_data: vec![#(#personal_data),*],
                    guards: ::quarry_sdk::component::distinct_guards(guards),
                    notifications: vec![#(<#notifications as ::quarry_sdk::Notification>::declaration()),*],
                    scopes: vec![#(#scopes),*],
                    tenant_tables: vec![#(#tenant_tables),*],
                    account_statements: vec![#(<#accounts as ::quarry_sdk::Statement>::NAME.to_owned()),*],
                    erasure_refusals: vec![#(#keeps_account),*],
                    datasets: vec![#(::quarry_sdk::dataset::Dataset::declaration(#datasets())),*],
                    append_only_tables: vec![#(#append_only_tables.to_owned()),*],
                    settings: vec![#(#settings.to_owned()),*],
                }
            }

            fn handle(
                request: ::quarry_sdk::component::WitRequest,
            ) -> Result<::quarry_sdk::component::WitAnswer, ::quarry_sdk::component::WitProblem> {
                ::quarry_sdk::component::report_panics();
                let request = ::quarry_sdk::Request::new(request);
                ::quarry_sdk::component::outcome(match request.operation_id() {
                    #(
                        <#endpoints as ::quarry_sdk::Endpoint>::OPERATION_ID => {
                            <#endpoints as ::quarry_sdk::Endpoint>::handle(request)
                        }
                    )*
                    other => Err(::quarry_sdk::component::unknown_operation(other)),
                })
            }

            fn run_job(
                job: ::quarry_sdk::component::WitJob,
            ) -> Result<(), ::quarry_sdk::component::WitJobFailure> {
                ::quarry_sdk::component::report_panics();
                match job.name.as_str() {
                    #(
                        <#jobs as ::quarry_sdk::Job>::NAME => ::quarry_sdk::component::run_job::<#jobs>(job),
                    )*
                    _ => Err(::quarry_sdk::component::unknown_job(&job)),
                }
            }
        }

        const _: () = {
            const VERSION: &str = ::quarry_sdk::component::CONTRACT_VERSION;
            // The host reads this section before the engine sees the file.
            #[unsafe(link_section = "quarry-contract")]
            #[used]
            static CONTRACT_VERSION: [u8; VERSION.len()] = ::quarry_sdk::component::stamp(VERSION);
        };

        ::quarry_sdk::bindings::export_plugin!(Component with_types_in ::quarry_sdk::bindings);
    })
}

/// `migrations/0001_notes.sql` for both engines, or, where that is not a file, `0001_notes.sqlite.sql` and
/// `0001_notes.postgres.sql` beside it.
fn migration(file: &LitStr) -> Result<TokenStream> {
    let relative = file.value();
    let stem = relative
        .strip_suffix(".sql")
        .ok_or_else(|| Error::new_spanned(file, "a migration is a file that ends in .sql"))?;
    let folder = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let path = |name: String| -> Result<String> {
        let path = folder.join(&name);
        match path.is_file() {
            true => Ok(path.to_string_lossy().into_owned()),
            false => Err(Error::new_spanned(file, format!("there is no file {name}"))),
        }
    };
    let (sqlite, postgres) = match path(relative.clone()) {
        Ok(both) => (both.clone(), both),
        Err(_) => (path(format!("{stem}.sqlite.sql"))?, path(format!("{stem}.postgres.sql"))?),
    };
    let name = stem.rsplit('/').next().unwrap_or(stem);
    Ok(quote! {
        ::quarry_sdk::component::Migration {
            name: #name.to_owned(),
            sqlite: include_str!(#sqlite).to_owned(),
            postgres: include_str!(#postgres).to_owned(),
        }
    })
}
