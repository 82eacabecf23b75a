//! `objects` and `event-stream`, connected to the engine.

use crate::bindings::quarry::plugin::{event_stream, objects};
use crate::capabilities::{EventSink, ObjectFailure, StreamFailure};
use crate::instance::State;
use quarry_stores::objects::{ObjectInfo, Upload};
use std::time::Duration;
use wasmtime::component::Resource;

pub(super) fn info(info: ObjectInfo) -> objects::ObjectInfo {
    objects::ObjectInfo {
        key: info.key,
        size_bytes: info.size_bytes,
        sha256: const_hex::encode(info.sha256),
        content_type: info.content_type,
        created_at: info.created_at.as_microsecond(),
        expires_at: info.expires_at.map(|at| at.as_microsecond()),
    }
}

fn failure(failure: ObjectFailure) -> objects::ObjectFailure {
    match failure {
        ObjectFailure::Unavailable(detail) => objects::ObjectFailure::Unavailable(detail),
        ObjectFailure::DeadlineExceeded(detail) => objects::ObjectFailure::DeadlineExceeded(detail),
        ObjectFailure::LimitExceeded(detail) => objects::ObjectFailure::LimitExceeded(detail),
        ObjectFailure::Rejected(detail) => objects::ObjectFailure::Rejected(detail),
    }
}

impl objects::Host for State {
    async fn begin_upload(
        &mut self,
        key: String,
        content_type: String,
        valid_seconds: Option<u64>,
    ) -> wasmtime::Result<Result<Resource<Upload>, objects::ObjectFailure>> {
        match self.call.objects().begin_upload(&key, &content_type, valid_seconds) {
            Ok(upload) => Ok(Ok(self.table.push(upload)?)),
            Err(error) => Ok(Err(failure(error))),
        }
    }

    async fn head(
        &mut self,
        key: String,
    ) -> wasmtime::Result<Result<Option<objects::ObjectInfo>, objects::ObjectFailure>> {
        Ok(self.call.objects().find(&key).await.map(|found| found.map(info)).map_err(failure))
    }

    async fn read(
        &mut self,
        key: String,
        offset: u64,
        length: u32,
    ) -> wasmtime::Result<Result<Option<Vec<u8>>, objects::ObjectFailure>> {
        Ok(self.call.objects().read(&key, offset, length).await.map_err(failure))
    }

    async fn remove(&mut self, key: String) -> wasmtime::Result<Result<bool, objects::ObjectFailure>> {
        Ok(self.call.objects().remove(&key).await.map_err(failure))
    }

    async fn list_objects(
        &mut self,
        prefix: String,
        after: Option<String>,
        limit: u32,
    ) -> wasmtime::Result<Result<Vec<objects::ObjectInfo>, objects::ObjectFailure>> {
        let listed = self.call.objects().list(&prefix, after.as_deref(), limit).await;
        Ok(listed.map(|listed| listed.into_iter().map(info).collect()).map_err(failure))
    }

    fn sign_link(
        &mut self,
        key: String,
        file_name: String,
        valid_seconds: u32,
    ) -> wasmtime::Result<Result<String, objects::ObjectFailure>> {
        Ok(self.call.objects().sign_link(&key, &file_name, valid_seconds).map_err(failure))
    }

    fn sign_upload(
        &mut self,
        key: String,
        content_type: String,
        max_bytes: u32,
        valid_seconds: u32,
    ) -> wasmtime::Result<Result<String, objects::ObjectFailure>> {
        Ok(self.call.objects().sign_upload(&key, &content_type, max_bytes, valid_seconds).map_err(failure))
    }
}

impl objects::HostUpload for State {
    async fn write(
        &mut self,
        upload: Resource<Upload>,
        bytes: Vec<u8>,
    ) -> wasmtime::Result<Result<(), objects::ObjectFailure>> {
        let upload = self.table.get_mut(&upload)?;
        Ok(self.call.objects().write_upload(upload, bytes).await.map_err(failure))
    }

    async fn finish(
        &mut self,
        upload: Resource<Upload>,
    ) -> wasmtime::Result<Result<objects::ObjectInfo, objects::ObjectFailure>> {
        let upload = self.table.delete(upload)?;
        Ok(self.call.objects().finish_upload(upload).await.map(info).map_err(failure))
    }

    async fn drop(&mut self, upload: Resource<Upload>) -> wasmtime::Result<()> {
        self.table.delete(upload)?;
        self.call.objects().drop_upload();
        Ok(())
    }
}

impl event_stream::Host for State {
    fn open(&mut self) -> wasmtime::Result<Result<Resource<EventSink>, event_stream::StreamFailure>> {
        match self.call.open_stream() {
            Ok(sink) => Ok(Ok(self.table.push(sink)?)),
            Err(failure) => Ok(Err(stream_failure(failure))),
        }
    }
}

impl event_stream::HostSink for State {
    async fn send(
        &mut self,
        sink: Resource<EventSink>,
        event: event_stream::Event,
    ) -> wasmtime::Result<Result<(), event_stream::StreamFailure>> {
        let sink = self.table.get_mut(&sink)?;
        let sent = sink.send(event.id.as_deref(), event.name.as_deref(), &event.data).await;
        Ok(sent.map_err(stream_failure))
    }

    async fn wait(&mut self, _sink: Resource<EventSink>, milliseconds: u32) -> wasmtime::Result<()> {
        // The stream's own time ends a wait that is longer than it.
        tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
        Ok(())
    }

    async fn drop(&mut self, sink: Resource<EventSink>) -> wasmtime::Result<()> {
        self.table.delete(sink)?;
        Ok(())
    }
}

fn stream_failure(failure: StreamFailure) -> event_stream::StreamFailure {
    match failure {
        StreamFailure::LimitExceeded(detail) => event_stream::StreamFailure::LimitExceeded(detail),
        StreamFailure::Rejected(detail) => event_stream::StreamFailure::Rejected(detail),
    }
}
