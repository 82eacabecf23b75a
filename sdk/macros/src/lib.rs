//! The macros of `quarry-sdk`; each in its file.

mod arguments;
mod attributes;
mod bound_types;
mod choice;
mod declared;
mod endpoint;
mod endpoint_arguments;
mod endpoint_inputs;
mod endpoint_repetition;
mod guard;
mod job;
mod parameter_type;
mod parameters;
mod personal_data;
mod plugin;
mod row;
mod schema;
mod scope;
mod source;
mod statement;
mod statement_input;
mod statement_rows;
mod tenancy;
mod whole_text;

use proc_macro::TokenStream;

/// `statement!(warehouse, SelectTokens, "sql/tokens.sql");` makes a struct with a field for each parameter of the
/// file. Names and types are checked here, and again by the host when it loads the component. Where the file has orders,
/// `order = TokenOrder` names the choice that picks one. `layout: Layout` gives the parameter `layout` a type of the component's own
/// (`quarry_sdk::BindAs`), and `blocks.kind: BlockKind` a column of rows.
#[proc_macro]
pub fn statement(input: TokenStream) -> TokenStream {
    expand(statement::expand(input.into()))
}

/// Declares a function as an endpoint.
///
/// `#[endpoint(get = "/tokens", key = "read", module = "prices", paged, body = Tokens)]`
#[proc_macro_attribute]
pub fn endpoint(arguments: TokenStream, function: TokenStream) -> TokenStream {
    expand(endpoint::expand(arguments.into(), function.into()))
}

/// Declares a function as a job.
///
/// `#[job(every = "1 h", timeout = "10 min", attempts = 3, follows = warehouse)]`
#[proc_macro_attribute]
pub fn job(arguments: TokenStream, function: TokenStream) -> TokenStream {
    expand(job::expand(arguments.into(), function.into()))
}

/// Makes the component of its endpoints: `plugin! { name: "markets", summary: "…", grants: [Warehouse], endpoints: […] }`.
#[proc_macro]
pub fn plugin(input: TokenStream) -> TokenStream {
    expand(plugin::expand(input.into()))
}

/// `scope!("sql/scopes/spaces.sql");` declares the rows that a caller may see, which statements name as `{scope.spaces}`.
#[proc_macro]
pub fn scope(input: TokenStream) -> TokenStream {
    expand(scope::expand(input.into()))
}

/// The parameters of an endpoint: `#[parameter(path, max_length, minimum, maximum, max_items, default, example)]`.
#[proc_macro_derive(Parameters, attributes(parameter))]
pub fn parameters(input: TokenStream) -> TokenStream {
    expand(parameters::expand(input.into()))
}

/// A closed list of words: an enum without fields; `#[choice("24h")]` gives a variant another word than its name.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(input: TokenStream) -> TokenStream {
    expand(choice::expand(input.into()))
}

/// A guard: an enum of ranks, from the lowest to the highest, or a unit struct;
/// `#[guard("sql/guards/shelf.sql", tenant = "space")]`, `#[guard(absent(404, "not_found", "…"))]`,
/// `#[guard(rank_too_low(403, "forbidden", "…"))]`, `#[guard(refuses("suspended", 403, "suspended", "…", field = "space"))]`.
#[proc_macro_derive(Guard, attributes(guard))]
pub fn guard(input: TokenStream) -> TokenStream {
    expand(guard::expand(input.into()))
}

/// The shape of a body: `#[schema(example = …, flatten, optional)]`. An `Option` in an answer is there and may be null; in a
/// request body, `optional` says that it may be left out, as an `example` of null is.
#[proc_macro_derive(Schema, attributes(schema))]
pub fn schema(input: TokenStream) -> TokenStream {
    expand(schema::expand(input.into()))
}

/// A row of a statement: `#[row(name = "column", json, microseconds, skip, flatten, prefix = "author_")]`.
#[proc_macro_derive(Row, attributes(row))]
pub fn row(input: TokenStream) -> TokenStream {
    expand(row::expand(input.into()))
}

/// A struct around one value, which a column is read as.
#[proc_macro_derive(ColumnValue)]
pub fn column_value(input: TokenStream) -> TokenStream {
    expand(row::expand_newtype(input.into()))
}

fn expand(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
