//! Secrets, connected to the engine.

use crate::bindings::quarry::plugin::secrets;
use crate::capabilities::{SecretFailure, SecretHandle};
use crate::instance::State;
use wasmtime::component::Resource;

type Outcome<T> = wasmtime::Result<Result<T, secrets::SecretFailure>>;

impl secrets::Host for State {
    async fn mint(&mut self, prefix: String) -> Outcome<Resource<SecretHandle>> {
        match self.call.secrets().mint(&prefix) {
            Ok(handle) => Ok(Ok(self.table.push(handle)?)),
            Err(failure) => Ok(Err(failure_to_guest(failure))),
        }
    }

    async fn fingerprint(&mut self, secret: Resource<SecretHandle>) -> Outcome<Vec<u8>> {
        let secret = self.table.get(&secret)?;
        Ok(self.call.secrets().fingerprint(secret).map_err(failure_to_guest))
    }

    async fn seal(&mut self, secret: Resource<SecretHandle>) -> Outcome<Vec<u8>> {
        let secret = self.table.get(&secret)?;
        Ok(self.call.secrets().seal(secret).map_err(failure_to_guest))
    }

    async fn unseal(&mut self, sealed: Vec<u8>) -> Outcome<Resource<SecretHandle>> {
        match self.call.secrets().unseal(&sealed) {
            Ok(handle) => Ok(Ok(self.table.push(handle)?)),
            Err(failure) => Ok(Err(failure_to_guest(failure))),
        }
    }

    async fn hash_password(&mut self, password: Resource<SecretHandle>) -> Outcome<Vec<u8>> {
        let password = self.table.get(&password)?;
        Ok(self.call.secrets().hash_password(password).await.map_err(failure_to_guest))
    }

    async fn verify_password(&mut self, password: Resource<SecretHandle>, hash: Vec<u8>) -> Outcome<bool> {
        let password = self.table.get(&password)?;
        Ok(self.call.secrets().verify_password(password, &hash).await.map_err(failure_to_guest))
    }

    async fn sign(&mut self, secret: Resource<SecretHandle>, data: Vec<u8>) -> Outcome<Vec<u8>> {
        let secret = self.table.get(&secret)?;
        Ok(self.call.secrets().sign(secret, &data).map_err(failure_to_guest))
    }

    async fn configured(&mut self, name: String) -> Outcome<Resource<SecretHandle>> {
        match self.call.secrets().configured(&name) {
            Ok(handle) => Ok(Ok(self.table.push(handle)?)),
            Err(failure) => Ok(Err(failure_to_guest(failure))),
        }
    }
}

impl secrets::HostSecret for State {
    async fn drop(&mut self, secret: Resource<SecretHandle>) -> wasmtime::Result<()> {
        self.table.delete(secret)?;
        Ok(())
    }
}

fn failure_to_guest(failure: SecretFailure) -> secrets::SecretFailure {
    match failure {
        SecretFailure::NotGranted(sentence) => secrets::SecretFailure::NotGranted(sentence),
        SecretFailure::Rejected(sentence) => secrets::SecretFailure::Rejected(sentence),
        SecretFailure::LimitExceeded(sentence) => secrets::SecretFailure::LimitExceeded(sentence),
        SecretFailure::Unavailable(sentence) => secrets::SecretFailure::Unavailable(sentence),
    }
}
