//! `scope!`: a statement that others write as `{scope.NAME}`.

use crate::whole_text::whole_text;
use proc_macro2::{Span, TokenStream};
use quarry_statement::{Expanded, Statement};
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
    pub(crate) fn declaration(&self) -> Result<TokenStream> {
        let (name, file) = (self.name(), &self.file);
        let ScopeText { text, .. } = ScopeText::read(&self.folder, file)
            .map_err(|reason| Error::new(Span::call_site(), format!("{file}: {reason}")))?;
        Ok(quote! {
            ::quarry_sdk::component::RowScope {
                name: #name.to_owned(),
                file: #file.to_owned(),
                sql: #text.to_owned(),
            }
        })
    }
}

/// Checks the text; `plugin!` declares it.
pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let file: LitStr = syn::parse2(input)?;
    let folder = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let refused = |reason: String| Error::new_spanned(&file, format!("{}: {reason}", file.value()));
    let ScopeText { statement, text } = ScopeText::read(&folder, &file.value()).map_err(refused)?;
    statement.check_scope().map_err(|error| refused(error.to_string()))?;
    Ok(quote!(
        const _: &str = #text;
    ))
}

/// The statement of a scope, and its text as the component has it.
struct ScopeText {
    statement: Statement,
    text: TokenStream,
}

impl ScopeText {
    fn read(folder: &Path, file: &str) -> std::result::Result<ScopeText, String> {
        let path = folder.join(file);
        let sql = std::fs::read_to_string(&path).map_err(|error| format!("it cannot be read: {error}"))?;
        let Expanded { sql, parts } = quarry_statement::expand(folder, &sql).map_err(|error| error.to_string())?;
        let statement = Statement::parse(&sql).map_err(|error| error.to_string())?;
        Ok(ScopeText { statement, text: whole_text(&sql, &path, &parts) })
    }
}
