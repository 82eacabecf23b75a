//! The exports of a component, found without comparing their types at each call.
//!
//! The code that `bindgen!` generates compares the types of all three exports each time an instance is made: a walk through
//! every record of the contract, a tenth of what a small request costs. Types belong to the component and not to the instance,
//! so they are compared once, when it is loaded.
#![allow(unsafe_code)]

use crate::bindings::quarry::plugin::{exchange, jobs};
use crate::bindings::{Plugin, PluginPre};
use crate::instance::State;
use wasmtime::Store;
use wasmtime::component::{ComponentExportIndex, InstancePre, TypedFunc};

type Handle<'a> = TypedFunc<(&'a exchange::Request,), (Result<exchange::Answer, exchange::Problem>,)>;
type RunJob<'a> = TypedFunc<(&'a jobs::Job,), (Result<(), jobs::JobFailure>,)>;

/// A component whose exports have the contract's types.
#[derive(Clone)]
pub(super) struct CheckedExports {
    instance: InstancePre<State>,
    handle: ComponentExportIndex,
    run_job: ComponentExportIndex,
}

impl CheckedExports {
    /// Makes an instance in `store` and compares the types of its exports; gives that instance beside them.
    pub(super) async fn check(
        component: &PluginPre<State>,
        store: &mut Store<State>,
    ) -> wasmtime::Result<(CheckedExports, Plugin)> {
        // Loading all exports of the generated bindings is what compares their types.
        let plugin = component.instantiate_async(&mut *store).await?;
        let instance = component.instance_pre().clone();
        let index = |name: &str| {
            instance
                .component()
                .get_export_index(None, name)
                .ok_or_else(|| wasmtime::format_err!("the component does not export {name}"))
        };
        let (handle, run_job) = (index("handle")?, index("run-job")?);
        Ok((CheckedExports { instance, handle, run_job }, plugin))
    }

    /// Calls `handle` in a fresh instance.
    pub(super) async fn handle(
        &self,
        store: &mut Store<State>,
        request: &exchange::Request,
    ) -> wasmtime::Result<Result<exchange::Answer, exchange::Problem>> {
        let instance = self.instance.instantiate_async(&mut *store).await?;
        let export = instance.get_func(&mut *store, self.handle).ok_or_else(gone)?;
        // SAFETY: the type of this export of this component was compared in `check`.
        let handle: Handle<'_> = unsafe { TypedFunc::new_unchecked(export) };
        Ok(handle.call_async(store, (request,)).await?.0)
    }

    /// Calls `run-job` in a fresh instance.
    pub(super) async fn run_job(
        &self,
        store: &mut Store<State>,
        job: &jobs::Job,
    ) -> wasmtime::Result<Result<(), jobs::JobFailure>> {
        let instance = self.instance.instantiate_async(&mut *store).await?;
        let export = instance.get_func(&mut *store, self.run_job).ok_or_else(gone)?;
        // SAFETY: the type of this export of this component was compared in `check`.
        let run_job: RunJob<'_> = unsafe { TypedFunc::new_unchecked(export) };
        Ok(run_job.call_async(store, (job,)).await?.0)
    }
}

fn gone() -> wasmtime::Error {
    wasmtime::format_err!("an export that was there at load is gone")
}
