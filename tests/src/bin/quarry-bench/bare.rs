//! The cost of wasmtime itself: hyper, and a fresh instance of a component without Quarry's contract for each request.
//!
//! The engine is set as the host's is (docs/runtime.md), so what `component_small` costs more than `bare_wasmtime_small` is
//! what Quarry does: the edge, the grants, the limits and the contract's own types.

use anyhow::{Result, anyhow};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use std::path::Path;
use tokio::net::TcpListener;
use wasmtime::component::{Component, Linker, ResourceTable};
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, Store, UpdateDeadline};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

mod bindings {
    wasmtime::component::bindgen!({
        world: "bare",
        path: "components/bare/bare.wit",
        exports: { default: async },
    });
}

/// Slots of the pool.
const INSTANCES: u32 = 512;

#[derive(Default)]
struct State {
    wasi: WasiCtx,
    table: ResourceTable,
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

fn engine() -> Result<Engine> {
    let mut pool = PoolingAllocationConfig::default();
    pool.total_component_instances(INSTANCES)
        .total_core_instances(INSTANCES * 4)
        .total_memories(INSTANCES)
        .total_tables(INSTANCES * 4)
        .total_stacks(INSTANCES)
        .linear_memory_keep_resident(512 << 10)
        .table_keep_resident(16 << 10)
        .max_unused_warm_slots(256)
        .pagemap_scan(Enabled::No);
    let mut config = Config::new();
    config
        .epoch_interruption(true)
        .concurrency_support(false)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    Engine::new(&config).map_err(with_causes)
}

pub(crate) async fn run() -> Result<()> {
    let engine = engine()?;
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component/quarry_test_bare.wasm");
    let component = Component::from_file(&engine, &built).map_err(with_causes)?;
    let mut linker = Linker::new(&engine);
    wasmtime_wasi::p2::add_to_linker_async(&mut linker).map_err(with_causes)?;
    let instance = linker.instantiate_pre(&component).and_then(bindings::BarePre::new).map_err(with_causes)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let builder = Builder::new(TokioExecutor::new());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (builder, instance, engine) = (builder.clone(), instance.clone(), engine.clone());
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<_>| {
                let (instance, engine) = (instance.clone(), engine.clone());
                async move {
                    let body = answer(&engine, &instance, request.uri().path()).await.map_err(with_causes)?;
                    let response = Response::builder().header("content-type", "application/json");
                    anyhow::Ok(response.body(Full::new(Bytes::from(body)))?)
                }
            });
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn answer(engine: &Engine, instance: &bindings::BarePre<State>, path: &str) -> wasmtime::Result<String> {
    let mut store = Store::new(engine, State::default());
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|_| Ok(UpdateDeadline::Yield(1)));
    let bare = instance.instantiate_async(&mut store).await?;
    bare.call_answer(&mut store, path).await
}

/// wasmtime's error is one of its own kind.
fn with_causes(error: wasmtime::Error) -> anyhow::Error {
    anyhow!("{error:#}")
}
