//! Starts: the admin listener.

use crate::admin::Admin;
use crate::assembly::host::sockets::Socket;
use crate::assembly::policy;
use quarry_edge::Listener;
use quarry_stores::health::Health;
use quarry_stores::shutdown::{ShutdownTrigger, shutdown_signal};
use quarry_telemetry::Figures;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::task::JoinHandle;

/// A serving admin listener, with a signal of its own to stop.
pub(super) struct AdminListener {
    pub(super) address: SocketAddr,
    pub(super) trigger: ShutdownTrigger,
    pub(super) serving: JoinHandle<()>,
}

pub(super) fn start(socket: Socket, figures: Arc<Figures>, health: Arc<Health>) -> AdminListener {
    let Socket { listener, address } = socket;
    let (trigger, shutdown) = shutdown_signal();
    let admin = Arc::new(Admin::new(figures, health));
    let serving = tokio::spawn(async move {
        Listener::new(listener, policy::admin_listener()).serve(admin, shutdown).await;
    });
    AdminListener { address, trigger, serving }
}
