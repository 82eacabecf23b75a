//! `personal_data: [notebook__notes.user_id { export: ExportNotes, erase: EraseNotes }]` of `plugin!`: what its tables hold
//! of people. In place of `erase: Statement` stands `kept: "Why."` where the rows stay.
//!
//! The macro writes the statements that every table would have alike: `export: columns(title, written_at timestamp)` gives these
//! columns of the person's rows, `erase: rows` deletes the rows, `erase: column` leaves them without the person.

use proc_macro2::TokenStream;
use quarry_statement::Statement;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::token::Paren;
use syn::{Error, Ident, LitStr, Path, Result, Token, braced, parenthesized};

/// The rows of one table that belong to a person.
pub(crate) struct PersonalData {
    table: Ident,
    user_column: Ident,
    export: Export,
    erasure: Erasure,
}

enum Export {
    Statement(Path),
    Columns(Vec<ExportedColumn>),
}

struct ExportedColumn {
    name: Ident,
    /// As after `-- column` in a statement: `timestamp`, `boolean` or `json`.
    form: Option<Ident>,
}

enum Erasure {
    Statement(Path),
    Rows,
    Column,
    Kept(LitStr),
}

impl Parse for PersonalData {
    fn parse(input: ParseStream) -> Result<Self> {
        let table = input.parse()?;
        input.parse::<Token![.]>()?;
        let user_column = input.parse()?;
        let content;
        braced!(content in input);
        let (mut export, mut erasure) = (None, None);
        while !content.is_empty() {
            let word: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match word.to_string().as_str() {
                "export" => export = Some(content.parse()?),
                "erase" => erasure = Some(Erasure::of(content.parse()?)),
                "kept" => erasure = Some(Erasure::Kept(content.parse()?)),
                _ => return Err(Error::new_spanned(word, "one of export, erase, kept is expected")),
            }
            content.parse::<Option<Token![,]>>()?;
        }
        let (Some(export), Some(erasure)) = (export, erasure) else {
            return Err(Error::new_spanned(
                table,
                "personal data says how it is exported (a statement, or `columns(…)`), and how it is erased (a statement, `rows` or `column`) or why it is kept",
            ));
        };
        Ok(PersonalData { table, user_column, export, erasure })
    }
}

impl Parse for Export {
    fn parse(input: ParseStream) -> Result<Self> {
        let path: Path = input.parse()?;
        if !(path.is_ident("columns") && input.peek(Paren)) {
            return Ok(Export::Statement(path));
        }
        let content;
        parenthesized!(content in input);
        let columns = Punctuated::<ExportedColumn, Token![,]>::parse_terminated(&content)?;
        match columns.is_empty() {
            true => Err(Error::new_spanned(path, "at least one column is expected")),
            false => Ok(Export::Columns(columns.into_iter().collect())),
        }
    }
}

impl Parse for ExportedColumn {
    fn parse(input: ParseStream) -> Result<Self> {
        let name = input.parse()?;
        let form = input.peek(Ident).then(|| input.parse()).transpose()?;
        Ok(ExportedColumn { name, form })
    }
}

impl Erasure {
    fn of(path: Path) -> Erasure {
        match path.get_ident().map(ToString::to_string).as_deref() {
            Some("rows") => Erasure::Rows,
            Some("column") => Erasure::Column,
            _ => Erasure::Statement(path),
        }
    }
}

impl PersonalData {
    /// The statements that it says without a file.
    pub(crate) fn statements(&self) -> Result<Vec<TokenStream>> {
        let (table, column) = (&self.table, &self.user_column);
        let export = match &self.export {
            Export::Statement(_) => None,
            Export::Columns(columns) => {
                let mut sql = String::new();
                for ExportedColumn { name, form } in columns {
                    form.iter().for_each(|form| sql.push_str(&format!("-- column {name} {form}\n")));
                }
                let names: Vec<String> = columns.iter().map(|column| column.name.to_string()).collect();
                let (names, first) = (names.join(", "), &columns[0].name);
                sql.push_str(&format!(
                    "SELECT {names} FROM {table} WHERE {column} = {{user_id:int64}} ORDER BY {first}"
                ));
                Some((self.export_name(), sql))
            }
        };
        let erase = match &self.erasure {
            Erasure::Statement(_) | Erasure::Kept(_) => None,
            Erasure::Rows => {
                Some((self.erase_name(), format!("DELETE FROM {table} WHERE {column} = {{user_id:int64}}")))
            }
            Erasure::Column => Some((
                self.erase_name(),
                format!("UPDATE {table} SET {column} = NULL WHERE {column} = {{user_id:int64}}"),
            )),
        };
        let declared = export.into_iter().chain(erase).map(|(name, sql)| {
            Statement::parse(&sql).map_err(|error| Error::new_spanned(table, error.to_string()))?;
            Ok(quote! {
                ::quarry_sdk::component::statement_declaration(
                    #name, ::quarry_sdk::Store::AppStore, "src/lib.rs", #sql, &[], None
                )
            })
        });
        declared.collect()
    }

    fn export_name(&self) -> String {
        format!("export_{}_{}", self.table, self.user_column)
    }

    fn erase_name(&self) -> String {
        format!("erase_{}_{}", self.table, self.user_column)
    }
}

impl ToTokens for PersonalData {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (table, user_column) = (self.table.to_string(), self.user_column.to_string());
        let export = match &self.export {
            Export::Statement(statement) => quote!(<#statement as ::quarry_sdk::Statement>::NAME),
            Export::Columns(_) => self.export_name().to_token_stream(),
        };
        let erasure = match &self.erasure {
            Erasure::Statement(statement) => {
                quote!(Statement(<#statement as ::quarry_sdk::Statement>::NAME.to_owned()))
            }
            Erasure::Rows | Erasure::Column => {
                let name = self.erase_name();
                quote!(Statement(#name.to_owned()))
            }
            Erasure::Kept(reason) => quote!(Kept(#reason.to_owned())),
        };
        tokens.extend(quote! {
            ::quarry_sdk::component::PersonalData {
                table: #table.to_owned(),
                user_column: #user_column.to_owned(),
                export_statement: #export.to_owned(),
                erasure: ::quarry_sdk::component::Erasure::#erasure,
            }
        });
    }
}
