//! The app store.
