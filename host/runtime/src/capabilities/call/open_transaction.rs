//! The mark of a call that has a transaction open.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells whether a transaction of the call is open.
#[derive(Debug, Clone, Default)]
pub(in crate::capabilities) struct OpenFlag(Arc<AtomicBool>);

/// The flag is set for as long as this lives.
pub(in crate::capabilities) struct OpenMark(OpenFlag);

impl OpenFlag {
    pub(in crate::capabilities) fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub(in crate::capabilities) fn set(&self) -> OpenMark {
        self.0.store(true, Ordering::Release);
        OpenMark(self.clone())
    }
}

impl Drop for OpenMark {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Release);
    }
}
