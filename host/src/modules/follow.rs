//! What makes this host follow: the switches in the app store, and the files in the folder.

use crate::edge::Shutdown;
use crate::modules::folder::ComponentFile;
use crate::modules::served::{Before, Refused, Served};
use crate::modules::{Modules, component_files, load, switch};
use crate::runtime::LoadedComponent;
use crate::stores::app::AppStoreError;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the switches and the folder are looked at; a change reaches every host within a second.
const POLL: Duration = Duration::from_millis(500);

impl Modules {
    /// Follows the switches and the folder until `shutdown`. While the app store is down the last known switches stay.
    pub async fn follow(&self, mut shutdown: Shutdown) {
        loop {
            tokio::select! {
                () = shutdown.wait() => return,
                () = tokio::time::sleep(POLL) => {}
            }
            if let Err(error) = self.follow_switches().await {
                tracing::warn!(%error, "the module switches cannot be read; the last known ones stay");
            }
            self.take_back_what_fails();
            self.retired.sweep();
            // A component may take seconds to compile, and the switches are followed meanwhile.
            let looking = self.look_at_folder();
            tokio::pin!(looking);
            loop {
                tokio::select! {
                    () = shutdown.wait() => return,
                    () = &mut looking => break,
                    () = tokio::time::sleep(POLL) => {
                        if let Err(error) = self.follow_switches().await {
                            tracing::warn!(%error, "the module switches cannot be read; the last known ones stay");
                        }
                    }
                }
            }
        }
    }

    /// Makes this host serve what the switches say now: unloads what is off, loads what is on again.
    pub async fn follow_switches(&self) -> Result<(), AppStoreError> {
        let _turn = self.following.lock().await;
        let switches = switch::list(&self.stores.app).await?;
        if self.state().switches != switches {
            let off: Vec<&str> =
                switches.iter().filter(|state| !state.enabled).map(|state| state.key.as_str()).collect();
            tracing::info!(modules_off = off.join(","), "the module switches changed");
            let mut before = Vec::new();
            self.change(|state| {
                before = std::mem::replace(&mut state.switches, switches.clone());
                for served in state.served.values_mut() {
                    if !served.is_wanted(&state.switches) && served.loaded.take().is_some() {
                        served.since = Timestamp::now();
                        served.before = None;
                    }
                }
            });
            self.changes.tell(&before, &switches);
        }
        for file in self.wanted_but_not_loaded() {
            self.load_again(file).await;
        }
        Ok(())
    }

    fn wanted_but_not_loaded(&self) -> Vec<ComponentFile> {
        let state = self.state();
        let served = state.served.values();
        let waiting = served
            .filter(|served| served.loaded.is_none() && served.refused.is_none() && served.is_wanted(&state.switches));
        waiting.map(|served| served.file.clone()).collect()
    }

    /// Loads what its modules' switches had unloaded.
    async fn load_again(&self, file: ComponentFile) {
        let digest = self.state().served.get(&file.path).map(|served| served.digest.clone());
        if let Some(digest) = digest
            && let Some(component) = self.retired.take_back(&digest)
        {
            self.change(|state| {
                if let Some(served) = state.served.get_mut(&file.path) {
                    served.loaded = Some(component);
                    served.since = Timestamp::now();
                }
            });
            return;
        }
        self.bring_in(file).await;
    }

    /// Loads a file and serves it, or says why not.
    pub(super) async fn bring_in(&self, file: ComponentFile) {
        let turn = self.loading.lock().await;
        let loaded = load(&self.runtime, &self.stores, &self.policy, Some(&self.verdicts), &file.path).await;
        drop(turn);
        let adopted = loaded.and_then(|component| self.take_in(&file, Arc::new(component)));
        if let Err(sentence) = adopted {
            self.refuse(Refused { file, sentence, since: Timestamp::now() });
        }
    }

    fn take_in(&self, file: &ComponentFile, component: Arc<LoadedComponent>) -> Result<(), String> {
        let before = self.state().served.get(&file.path).and_then(|served| {
            let is_other = served.digest != component.digest();
            let kept = served.loaded.clone().filter(|_| is_other && !self.policy.roll_back_within.is_zero())?;
            Some(Before {
                component: kept,
                file: served.file.clone(),
                until: Instant::now() + self.policy.roll_back_within,
            })
        });
        let mut served = Served::new(file.clone(), component, Timestamp::now());
        served.before = before;
        self.adopt(served)
    }

    /// Brings in files that are new or changed, and takes out what is gone. A file is read once it did not change between
    /// two looks, so that one that is being copied is left alone.
    async fn look_at_folder(&self) {
        let folder = self.policy.folder.clone();
        let listed = tokio::task::spawn_blocking(move || component_files(&folder)).await;
        let files = match listed {
            Ok(Ok(files)) => files,
            Ok(Err(error)) => return tracing::warn!(%error, "the components that are loaded stay"),
            Err(_) => return,
        };
        let gone: Vec<PathBuf> = {
            let mut state = self.state();
            let is_there = |path: &PathBuf| files.iter().any(|file| file.path == *path);
            state.refused.retain(|path, _| is_there(path));
            state.served.keys().filter(|path| !is_there(path)).cloned().collect()
        };
        if !gone.is_empty() {
            self.change(|state| {
                for path in &gone {
                    if let Some(served) = state.served.remove(path) {
                        tracing::info!(
                            component = served.manifest.name,
                            "a component's file was removed: it is unloaded"
                        );
                    }
                }
            });
        }
        for file in self.changed_and_still(files) {
            self.bring_in(file).await;
        }
    }

    fn changed_and_still(&self, files: Vec<ComponentFile>) -> Vec<ComponentFile> {
        let mut state = self.state();
        let is_known = |file: &ComponentFile| {
            let refused = state.refused.get(&file.path);
            let served = state.served.get(&file.path);
            let newest =
                served.and_then(|served| served.refused.as_ref()).or(refused).map(|refused| refused.file.stamp);
            let known = newest.or(served.map(|served| served.file.stamp));
            known == Some(file.stamp)
        };
        let changed: Vec<ComponentFile> = files.into_iter().filter(|file| !is_known(file)).collect();
        let (still, moving): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|file| state.unsettled.get(&file.path) == Some(&file.stamp));
        state.unsettled = moving.into_iter().map(|file| (file.path, file.stamp)).collect::<BTreeMap<_, _>>();
        still
    }

    /// Lets the version before serve again where the new one is quarantined in its first minutes, and forgets it where
    /// those are over.
    fn take_back_what_fails(&self) {
        let now = Instant::now();
        let is_due = |served: &Served| {
            let fails = served.loaded.as_ref().is_some_and(|component| component.quarantine().is_closed());
            served.before.as_ref().is_some_and(|before| fails || before.until <= now)
        };
        if !self.state().served.values().any(is_due) {
            return;
        }
        self.change(|state| {
            for served in state.served.values_mut().filter(|served| is_due(served)) {
                let Some(before) = served.before.take() else { continue };
                if before.until <= now {
                    continue;
                }
                let sentence = format!(
                    "its version {} failed too often in its first minutes, so {} serves again; put a mended file in its \
                     place",
                    served.manifest.version,
                    before.component.manifest().version
                );
                tracing::error!(component = served.manifest.name, "{sentence}");
                let failed = served.file.clone();
                *served = Served::new(before.file, before.component, Timestamp::now());
                served.refused = Some(Refused { file: failed, sentence, since: Timestamp::now() });
            }
        });
    }
}
