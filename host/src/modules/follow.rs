//! The tasks that make this host follow the switches in the app store and the files in the folder.

use crate::modules::folder::ComponentFile;
use crate::modules::served::{Before, Refused, Served};
use crate::modules::{LoadRefusal, Modules, lifts, load};
use jiff::Timestamp;
use quarry_contract::Manifest;
use quarry_identity::module_switches::{self, ModuleSwitch};
use quarry_runtime::LoadedComponent;
use quarry_stores::app::AppStoreError;
use quarry_stores::shutdown::Shutdown;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two looks at the switches; a change reaches every host within a second.
const SWITCHES_POLL: Duration = Duration::from_millis(500);

/// The time between two looks at the folder. A file is taken at the second look that finds it as it was, and a look at 500 of
/// them costs half a millisecond.
const FOLDER_POLL: Duration = Duration::from_millis(100);

/// The time after which a load is tried again that failed through no fault of the file.
const RETRY: Duration = Duration::from_secs(10);

impl Modules {
    /// Follows the switches and the folder until `shutdown`, each at its own pace: a component may take seconds to compile,
    /// and the switches are followed meanwhile.
    pub async fn follow(&self, shutdown: Shutdown) {
        tokio::join!(self.follow_store(shutdown.clone()), self.follow_folder(shutdown));
    }

    /// While the app store is down the last known switches stay.
    async fn follow_store(&self, mut shutdown: Shutdown) {
        while is_time(&mut shutdown, SWITCHES_POLL).await {
            tokio::select! {
                () = shutdown.wait() => return,
                followed = self.follow_switches_and_lifts() => if let Err(error) = followed {
                    tracing::warn!(%error, "the module switches and lifted quarantines cannot be read; the last known ones stay");
                }
            }
            self.take_back_what_fails();
            self.retired.sweep();
        }
    }

    async fn follow_folder(&self, mut shutdown: Shutdown) {
        while is_time(&mut shutdown, FOLDER_POLL).await {
            tokio::select! {
                () = shutdown.wait() => return,
                () = self.look_at_folder() => {}
            }
        }
    }

    async fn follow_switches_and_lifts(&self) -> Result<(), AppStoreError> {
        self.follow_switches().await?;
        self.follow_lifts().await
    }

    /// Opens what was lifted since this host looked last.
    async fn follow_lifts(&self) -> Result<(), AppStoreError> {
        let now = lifts::read(&self.stores.app).await?;
        let mut state = self.state();
        let before = std::mem::take(&mut state.lifts);
        for served in state.served.values() {
            let name = &served.manifest.name;
            if now.get(name) != before.get(name) {
                tracing::info!(component = name.as_str(), "its quarantine is lifted");
                served.lift_quarantine();
            }
        }
        state.lifts = now;
        Ok(())
    }

    /// Makes this host serve what the switches say now: unloads what is off, loads what is on again, and gives what is
    /// switched on another chance.
    pub async fn follow_switches(&self) -> Result<(), AppStoreError> {
        let turn = self.following.lock().await;
        let switches = module_switches::list(&self.stores.app).await?;
        if self.state().switches != switches {
            self.apply(switches);
        }
        drop(turn);
        for path in self.wanted_but_not_loaded() {
            self.load_again(&path).await;
        }
        Ok(())
    }

    fn apply(&self, switches: Vec<ModuleSwitch>) {
        let off: Vec<&str> = switches.iter().filter(|state| !state.enabled).map(|state| state.key.as_str()).collect();
        tracing::info!(modules_off = off.join(","), "the module switches changed");
        let mut before = Vec::new();
        self.change(|state| {
            before = std::mem::replace(&mut state.switches, switches.clone());
            // Also one that was on before: who switches it on again wants it to be tried again.
            let stood = |wanted: &ModuleSwitch| before.iter().any(|module| module == wanted);
            let switched_on: Vec<&str> = switches
                .iter()
                .filter(|module| module.enabled && !stood(module))
                .map(|module| module.key.as_str())
                .collect();
            for served in state.served.values_mut() {
                if served.is_covered_by(&switched_on) {
                    served.lift_quarantine();
                }
                // A version whose file is another one by now could not be loaded again: it waits in memory.
                if !served.is_wanted(&switches) && served.is_in_folder() && served.loaded.take().is_some() {
                    served.since = Timestamp::now();
                    served.before = None;
                }
            }
        });
        self.changes.tell(&before, &switches);
    }

    fn wanted_but_not_loaded(&self) -> Vec<PathBuf> {
        let (state, now) = (self.state(), Instant::now());
        let waiting = state.served.values().filter(|served| is_waiting(served, &state.switches, now));
        waiting.map(|served| served.file.path.clone()).collect()
    }

    /// Loads what its modules' switches had unloaded, unless somebody else has.
    async fn load_again(&self, path: &Path) {
        let _turn = self.reloading.lock().await;
        let found = {
            let state = self.state();
            let served = state.served.get(path).filter(|served| is_waiting(served, &state.switches, Instant::now()));
            served.map(|served| (served.file.clone(), served.digest.clone()))
        };
        let Some((file, digest)) = found else { return };
        let Some(component) = self.retired.take_back(&digest) else { return self.bring_in(file).await };
        component.quarantine().lift();
        self.change(|state| {
            if let Some(served) = state.served.get_mut(path) {
                served.loaded = Some(component);
                served.since = Timestamp::now();
            }
        });
    }

    /// Loads a file and serves it, or says why not.
    pub(super) async fn bring_in(&self, file: ComponentFile) {
        let fits = |manifest: &Manifest| self.check_fit(&file.path, manifest);
        let loaded = load(&self.runtime, &self.stores, &self.policy, Some(&self.verdicts), &file.path, fits).await;
        let adopted = loaded.and_then(|component| {
            let unfit = |sentence| LoadRefusal { sentence, is_passing: false };
            self.take_in(&file, Arc::new(component)).map_err(unfit)
        });
        if let Err(LoadRefusal { sentence, is_passing }) = adopted {
            let retry_at = is_passing.then(|| Instant::now() + RETRY);
            self.refuse(Refused { retry_at, ..Refused::new(file, sentence) });
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
        let policy = self.policy.clone();
        let listed = tokio::task::spawn_blocking(move || policy.files()).await;
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
        let (mut state, now) = (self.state(), Instant::now());
        let refused = |file: &ComponentFile| {
            let served = state.served.get(&file.path);
            served.and_then(|served| served.refused.as_ref()).or_else(|| state.refused.get(&file.path))
        };
        let is_known = |file: &ComponentFile| match refused(file) {
            Some(refused) => refused.file == *file && !refused.is_due(now),
            None => state.served.get(&file.path).is_some_and(|served| served.file == *file),
        };
        let is_still = |file: &ComponentFile| {
            let was_seen = state.unsettled.get(&file.path) == Some(&file.stamp);
            was_seen || refused(file).is_some_and(|refused| refused.file == *file)
        };
        let changed = files.into_iter().filter(|file| !is_known(file));
        let (still, moving): (Vec<_>, Vec<_>) = changed.partition(is_still);
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
                served.refused = Some(Refused::new(failed, sentence));
            }
        });
    }
}

/// The next look is due; false once the host stops.
async fn is_time(shutdown: &mut Shutdown, every: Duration) -> bool {
    tokio::select! {
        () = shutdown.wait() => false,
        () = tokio::time::sleep(every) => true,
    }
}

/// True when a component should be in memory and is not. One that would not load waits for its next try.
fn is_waiting(served: &Served, switches: &[ModuleSwitch], now: Instant) -> bool {
    let may_try = served.refused.as_ref().is_none_or(|refused| refused.is_due(now));
    served.loaded.is_none() && may_try && served.is_wanted(switches)
}
