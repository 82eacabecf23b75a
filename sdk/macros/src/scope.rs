//! `scope!`: a statement that others write as `{scope.NAME}`.

use proc_macro2::TokenStream;
use quarry_statement::Statement;
use quote::quote;
use std::path::{Path, PathBuf};
use syn::{Error, LitStr, Result};

/// A scope as the source declares it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DeclaredScope {
    /// The folder of the crate that has the file.
    pub(crate) folder: PathBuf,
    /// Relative to it.
    pub(crate) file: String,
}

impl DeclaredScope {
    /// The file's name without its ending.
    fn name(&self) -> &str {
        Path::new(&self.file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
    }

    /// Its entry in the manifest.
    pub(crate) fn declaration(&self) -> TokenStream {
        let (name, file) = (self.name(), &self.file);
        let path = self.folder.join(file);
        let path = path.to_string_lossy();
        quote! {
            ::quarry_sdk::component::RowScope {
                name: #name.to_owned(),
                file: #file.to_owned(),
                sql: include_str!(#path).to_owned(),
            }
        }
    }
}

/// Checks the text; `plugin!` declares it.
pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let file: LitStr = syn::parse2(input)?;
    let folder = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let path = folder.join(file.value());
    let refused = |reason: String| Error::new_spanned(&file, format!("{}: {reason}", file.value()));
    let sql = std::fs::read_to_string(&path).map_err(|error| refused(format!("it cannot be read: {error}")))?;
    let statement = Statement::parse(&sql).map_err(|error| refused(error.to_string()))?;
    statement.check_scope().map_err(|error| refused(error.to_string()))?;
    let path = path.to_string_lossy();
    // Read again by the compiler, so that it knows what the component is made of.
    Ok(quote!(
        const _: &str = include_str!(#path);
    ))
}
