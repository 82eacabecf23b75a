//! Generated from `wit/`. Imports are async on the host side, so that a guest that waits for a store occupies no thread.

wasmtime::component::bindgen!({
    world: "plugin",
    path: "../../wit",
    imports: {
        "quarry:plugin/log.emit": trappable,
        "quarry:plugin/identity.caller-profile": trappable,
        "quarry:plugin/deployment.addresses": trappable,
        "quarry:plugin/deployment.base-path": trappable,
        "quarry:plugin/settings.read": trappable,
        "quarry:plugin/outbound-http.[method]incoming.status": trappable,
        "quarry:plugin/outbound-http.[method]incoming.headers": trappable,
        "quarry:plugin/values.[method]result-set.row-count": trappable,
        "quarry:plugin/values.[method]result-set.value": trappable,
        "quarry:plugin/values.[method]result-set.columns": trappable,
        "quarry:plugin/values.[method]result-set.rows-read": trappable,
        "quarry:plugin/warehouse.defer-query": trappable,
        "quarry:plugin/event-stream.open": trappable,
        "quarry:plugin/objects.sign-link": trappable,
        "quarry:plugin/objects.sign-upload": trappable,
        default: async | trappable,
    },
    exports: { default: async },
    with: {
        "quarry:plugin/values.result-set": crate::capabilities::HeldRows,
        "quarry:plugin/app-store.transaction": crate::capabilities::Transaction,
        "quarry:plugin/objects.upload": quarry_stores::objects::Upload,
        "quarry:plugin/outbound-http.incoming": crate::capabilities::Incoming,
        "quarry:plugin/event-stream.sink": crate::capabilities::EventSink,
        "quarry:plugin/secrets.secret": crate::capabilities::SecretHandle,
    },
});
