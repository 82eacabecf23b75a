//! The text of a file and of its parts, as the component has it.

use proc_macro2::TokenStream;
use quote::quote;
use std::path::{Path, PathBuf};

/// A text that was read of a file and of its parts. The compiler reads these files again, so that it knows what the component is
/// made of.
pub(crate) fn whole_text(sql: &str, path: &Path, parts: &[PathBuf]) -> TokenStream {
    let path = path.to_string_lossy();
    if parts.is_empty() {
        return quote!(include_str!(#path));
    }
    let parts = parts.iter().map(|part| part.to_string_lossy());
    quote!({
        const _: &str = include_str!(#path);
        #(const _: &str = include_str!(#parts);)*
        #sql
    })
}
