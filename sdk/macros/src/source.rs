//! The statements in a component's source: all of them, and those that an endpoint can reach.
//!
//! A reading by names, of the crate and of the crates beside it that it is made with: a function reaches what it names, and what
//! these name. `members::one` is the function of a module or a type of that name, where there is one. Where a name could mean
//! several things, it means all of them that its crate can see; so a route may be allowed a statement too many, and never one too few for
//! as long as statements are run from functions and methods. The host refuses what is not allowed.

use crate::scope::DeclaredScope;
use crate::statement_input::Input;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quarry_statement::{crates_beside, expand};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use syn::{Expr, ExprLit, ImplItem, Item, ItemFn, Lit, LitStr, TraitItem, Type};

/// A statement as the source declares it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DeclaredStatement {
    /// The folder of the crate that has the file.
    pub(crate) folder: PathBuf,
    /// Relative to it.
    pub(crate) file: String,
    pub(crate) for_app_store: bool,
    /// The reason why it is not held to a tenant.
    pub(crate) unguarded: Option<String>,
}

impl DeclaredStatement {
    /// The file's, without its ending.
    pub(crate) fn name(&self) -> &str {
        Path::new(&self.file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
    }

    /// Tells that one of its texts takes something of the caller, by itself or by a scope.
    pub(crate) fn takes_caller(&self) -> bool {
        let file = self.folder.join(&self.file);
        let texts = ["sql", "sqlite.sql", "postgres.sql"].map(|ending| file.with_extension(ending));
        let written = texts.iter().filter_map(|path| std::fs::read_to_string(path).ok());
        // What has no whole text is what the compiler refuses where it is declared.
        let mut texts = written.filter_map(|text| Some(expand(&self.folder, &text).ok()?.sql));
        texts.any(|text| ["{caller.", "{scope."].iter().any(|taken| text.contains(taken)))
    }
}

/// The names that a piece of code has in it.
#[derive(Debug, Clone, Default)]
struct Names {
    /// The place of the code's crate among those that are read; the component itself is the first.
    of_crate: usize,
    /// A method of a trait, which a crate calls that does not see the type.
    is_of_trait: bool,
    /// `name`, and the last word of a path.
    plain: BTreeSet<String>,
    /// `name::`, which is not a function.
    owners: BTreeSet<String>,
    /// `.name(…)`.
    methods: BTreeSet<String>,
    /// `owner::name`, of a type or a module.
    qualified: BTreeSet<(String, String)>,
    /// `name` where nothing is called: a function that is handed on, or a variable.
    mentioned: BTreeSet<String>,
    /// The names that the code gives: parameters, and what `let`, `for` and closures bind.
    variables: BTreeSet<String>,
}

/// A component's source, by the names that code has.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// By crate: itself and those that it stands on, which are all that it can name.
    visible: Vec<HashSet<usize>>,
    statements: BTreeMap<String, DeclaredStatement>,
    scopes: BTreeSet<DeclaredScope>,
    functions: HashMap<String, Vec<Names>>,
    methods: HashMap<String, Vec<Names>>,
    /// By the type or the module that has it.
    owned: HashMap<(String, String), Vec<Names>>,
}

impl Source {
    /// Of the crate that is being compiled; read once.
    pub(crate) fn of_crate() -> &'static Source {
        static READ: OnceLock<Mutex<HashMap<PathBuf, &'static Source>>> = OnceLock::new();
        let folder = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
        let mut read = READ.get_or_init(Mutex::default).lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        read.entry(folder.clone()).or_insert_with(|| {
            let crates = crates_beside(&folder);
            let mut source = Source { visible: visible(&crates), ..Source::default() };
            for (of_crate, (folder, _)) in crates.iter().enumerate() {
                source.read_folder(Crate { folder, place: of_crate }, &folder.join("src"));
            }
            // For as long as the compiler runs.
            Box::leak(Box::new(source))
        })
    }

    /// Each statement, in the order of the names of their types.
    pub(crate) fn statements(&self) -> impl Iterator<Item = &DeclaredStatement> {
        self.statements.values()
    }

    /// Each scope.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = &DeclaredScope> {
        self.scopes.iter()
    }

    /// The statements that `code` reaches.
    pub(crate) fn reached(&self, code: TokenStream) -> BTreeSet<&DeclaredStatement> {
        let mut names = Names::default();
        names.read(code);
        let (mut waiting, mut seen, mut found) = (vec![&names], HashSet::new(), BTreeSet::new());
        // Both outlive the loop: what waits is borrowed from the source or from `names`.
        while let Some(names) = waiting.pop() {
            let from = names.of_crate;
            let is_seen = |reached: &&Names| {
                reached.is_of_trait || self.visible.get(from).is_none_or(|visible| visible.contains(&reached.of_crate))
            };
            let of_paths = names.qualified.iter().map(|(_, name)| name);
            let named = names.plain.iter().chain(&names.owners).chain(of_paths);
            found.extend(named.filter_map(|name| self.statements.get(name)));
            for name in &names.plain {
                if seen.insert(("plain", from, "", name.as_str())) {
                    waiting.extend(self.functions.get(name).into_iter().flatten().filter(is_seen));
                }
            }
            for name in &names.methods {
                if seen.insert(("method", from, "", name.as_str())) {
                    waiting.extend(self.methods.get(name).into_iter().flatten().filter(is_seen));
                }
            }
            for owned @ (owner, name) in &names.qualified {
                if seen.insert(("qualified", from, owner.as_str(), name.as_str())) {
                    let declared = self.owned.get(owned).or_else(|| self.functions.get(name));
                    waiting.extend(declared.into_iter().flatten().filter(is_seen));
                }
            }
        }
        found
    }

    fn read_folder(&mut self, of_crate: Crate<'_>, folder: &Path) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true => self.read_folder(of_crate, &path),
                false => self.read_file(of_crate, &path),
            }
        }
    }

    fn read_file(&mut self, of_crate: Crate<'_>, path: &Path) {
        if path.extension().is_some_and(|extension| extension == "rs")
            && let Ok(text) = std::fs::read_to_string(path)
            // What cannot be read is what the compiler refuses, with a better sentence.
            && let Ok(file) = syn::parse_file(&text)
        {
            let module = module_of(path);
            for item in &file.items {
                self.read_item(of_crate, &module, item);
                if let Some(elsewhere) = module_elsewhere(item) {
                    self.read_module(of_crate, &path.with_file_name(elsewhere));
                }
            }
        }
    }

    /// A module that `#[path = "…"]` takes from somewhere else, with those under it.
    fn read_module(&mut self, of_crate: Crate<'_>, path: &Path) {
        match (path.file_name().is_some_and(|name| name == "mod.rs"), path.parent()) {
            (true, Some(folder)) => self.read_folder(of_crate, folder),
            _ => self.read_file(of_crate, path),
        }
    }

    fn read_item(&mut self, of_crate: Crate<'_>, module: &str, item: &Item) {
        let names = |code: TokenStream| {
            let mut names = Names { of_crate: of_crate.place, ..Names::default() };
            names.read(code);
            names
        };
        match item {
            Item::Mod(declared) => {
                let items = declared.content.iter().flat_map(|(_, items)| items);
                items.for_each(|item| self.read_item(of_crate, &declared.ident.to_string(), item));
            }
            Item::Macro(macro_item)
                if macro_item.mac.path.segments.last().is_some_and(|last| last.ident == "statement") =>
            {
                if let Ok(input) = syn::parse2::<Input>(macro_item.mac.tokens.clone()) {
                    let declared = DeclaredStatement {
                        folder: of_crate.folder.to_owned(),
                        file: input.file.value(),
                        for_app_store: input.store == "app_store",
                        unguarded: input.unguarded.map(|reason| reason.value()),
                    };
                    self.statements.insert(input.name.to_string(), declared);
                }
            }
            Item::Macro(macro_item)
                if macro_item.mac.path.segments.last().is_some_and(|last| last.ident == "scope") =>
            {
                if let Ok(file) = syn::parse2::<LitStr>(macro_item.mac.tokens.clone()) {
                    self.scopes.insert(DeclaredScope { folder: of_crate.folder.to_owned(), file: file.value() });
                }
            }
            Item::Macro(macro_item) => {
                if let Some(name) = &macro_item.ident {
                    self.function(module, name.to_string(), names(macro_item.mac.tokens.clone()));
                }
            }
            // An endpoint names a job to enqueue it; what the job runs is no statement of the route.
            Item::Fn(function) if is_job(function) => {}
            Item::Fn(function) => {
                self.function(module, function.sig.ident.to_string(), names(quote::quote!(#function)));
            }
            Item::Const(constant) => {
                self.function(module, constant.ident.to_string(), names(quote::quote!(#constant)));
            }
            Item::Static(constant) => {
                self.function(module, constant.ident.to_string(), names(quote::quote!(#constant)));
            }
            Item::Impl(block) => {
                let kind = type_name(&block.self_ty);
                for member in &block.items {
                    if let ImplItem::Fn(method) = member {
                        let mut names = names(quote::quote!(#method));
                        names.within(&kind);
                        names.is_of_trait = block.trait_.is_some();
                        self.method(&kind, method.sig.ident.to_string(), names);
                    }
                }
            }
            Item::Trait(declared) => {
                let kind = declared.ident.to_string();
                for member in &declared.items {
                    if let TraitItem::Fn(method) = member {
                        self.method(&kind, method.sig.ident.to_string(), names(quote::quote!(#method)));
                    }
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, module: &str, name: String, names: Names) {
        self.functions.entry(name.clone()).or_default().push(names.clone());
        self.owned.entry((module.to_owned(), name)).or_default().push(names);
    }

    fn method(&mut self, kind: &str, name: String, names: Names) {
        self.methods.entry(name.clone()).or_default().push(names.clone());
        self.owned.entry((kind.to_owned(), name)).or_default().push(names);
    }
}

fn is_job(function: &ItemFn) -> bool {
    let is_named = |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == "job");
    function.attrs.iter().any(|attribute| is_named(attribute.path()))
}

impl Names {
    fn read(&mut self, code: TokenStream) {
        self.read_tokens(code, false);
        // A function that has the name of a variable is reached only where it is called.
        self.plain.extend(self.mentioned.difference(&self.variables).cloned());
    }

    /// `is_pattern`: the code gives names to what it matches.
    fn read_tokens(&mut self, code: TokenStream, mut is_pattern: bool) {
        let tokens: Vec<TokenTree> = code.into_iter().collect();
        let mut is_closure = false;
        let is_punct = |place: usize, wanted: char| matches!(tokens.get(place), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
        for (place, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => match group.delimiter() {
                    // Of an attribute.
                    Delimiter::Bracket if place > 0 && is_punct(place - 1, '#') => {}
                    _ => self.read_tokens(group.stream(), is_pattern),
                },
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if matches!(place.checked_sub(1).and_then(|place| tokens.get(place)), Some(TokenTree::Ident(before)) if before == "fn")
                    {
                        // The function's own name reaches nothing.
                        continue;
                    }
                    let after_dot = place > 0 && is_punct(place - 1, '.');
                    let after_path = place > 1 && is_punct(place - 1, ':') && is_punct(place - 2, ':');
                    let before_path = is_punct(place + 1, ':') && is_punct(place + 2, ':');
                    let is_called = matches!(tokens.get(place + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                    match name.as_str() {
                        "let" | "for" => is_pattern = true,
                        "in" => is_pattern = false,
                        _ => {}
                    }
                    if is_pattern || is_closure || is_punct(place + 1, ':') && !before_path {
                        self.variables.insert(name.clone());
                    }
                    let owner = match place.checked_sub(3).and_then(|place| tokens.get(place)) {
                        Some(TokenTree::Ident(owner)) if after_path => Some(owner.to_string()),
                        _ => None,
                    };
                    match owner {
                        // A field reaches nothing; a method is called, with or without its types.
                        _ if after_dot && !is_called && !before_path => {}
                        _ if after_dot => drop(self.methods.insert(name)),
                        _ if before_path => drop(self.owners.insert(name)),
                        // A module by another word than its own.
                        Some(owner) if !["crate", "self", "super"].contains(&owner.as_str()) => {
                            self.qualified.insert((owner, name));
                        }
                        _ if is_called || after_path => drop(self.plain.insert(name)),
                        _ => drop(self.mentioned.insert(name)),
                    }
                }
                TokenTree::Punct(punct) => match punct.as_char() {
                    '=' | ';' => (is_pattern, is_closure) = (false, false),
                    '|' => is_closure = !is_closure,
                    _ => {}
                },
                TokenTree::Literal(_) => {}
            }
        }
    }

    /// `Self::name` in an `impl` is that type's.
    fn within(&mut self, kind: &str) {
        let own: Vec<_> =
            self.qualified.iter().filter(|(known, _)| known == "Self").map(|(_, name)| name.clone()).collect();
        self.qualified.extend(own.into_iter().map(|name| (kind.to_owned(), name)));
    }
}

/// The name of a file's module.
fn module_of(file: &Path) -> String {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    match stem(file) {
        name if name == "mod" => file.parent().map(stem).unwrap_or_default(),
        name => name,
    }
}

/// The path of `#[path = "…"] mod name;`.
fn module_elsewhere(item: &Item) -> Option<String> {
    let Item::Mod(module) = item else { return None };
    module.attrs.iter().filter(|attribute| attribute.path().is_ident("path")).find_map(|attribute| {
        let value = &attribute.meta.require_name_value().ok()?.value;
        match value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        }
    })
}

/// The last word of a type's path.
fn type_name(kind: &Type) -> String {
    match kind {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => String::new(),
    }
}

/// A crate that is read.
#[derive(Clone, Copy)]
struct Crate<'a> {
    folder: &'a Path,
    place: usize,
}

/// The crates that each one sees: itself, and those that it stands on, with theirs.
fn visible(crates: &[(PathBuf, Vec<usize>)]) -> Vec<HashSet<usize>> {
    let seen_from = |place: usize| {
        let (mut seen, mut waiting) = (HashSet::new(), vec![place]);
        while let Some(place) = waiting.pop() {
            if seen.insert(place) {
                waiting.extend(crates.get(place).into_iter().flat_map(|(_, below)| below));
            }
        }
        seen
    };
    (0..crates.len()).map(seen_from).collect()
}
