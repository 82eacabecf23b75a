//! What a version of the contract declares, each thing by its name with the text of its type, so that two can be compared.

use std::collections::BTreeMap;
use std::path::Path;
use wit_parser::{Function, Handle, Resolve, SourceMap, Type, TypeDefKind, TypeId, TypeOwner, WorldItem};

/// The files of a contract by name.
pub(super) type Files = BTreeMap<String, String>;

/// `record values.column` → its fields, `function jobs.status` → its parameters and result, `export handle` → the same.
pub(super) type Declarations = BTreeMap<String, String>;

pub(super) fn files(folder: &Path) -> Files {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wit"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// Everything that the package in `files` declares; panics where it is no package.
pub(super) fn declarations(files: &Files) -> Declarations {
    let mut sources = SourceMap::default();
    for (name, text) in files {
        sources.push_str(name, text);
    }
    let group = sources.parse().unwrap_or_else(|(_, error)| panic!("{error:?}"));
    let mut resolve = Resolve::default();
    resolve.push_group(group).unwrap();
    let reader = Reader { resolve: &resolve };
    let mut found = Declarations::new();
    for (_, interface) in &resolve.interfaces {
        let interface_name = interface.name.clone().unwrap_or_default();
        for (name, id) in &interface.types {
            found.insert(format!("type {interface_name}.{name}"), reader.definition(*id));
        }
        for (name, function) in &interface.functions {
            found.insert(format!("function {interface_name}.{name}"), reader.function(function));
        }
    }
    for (_, world) in &resolve.worlds {
        for (verb, items) in [("import", &world.imports), ("export", &world.exports)] {
            for item in items.values() {
                if let Some((name, text)) = reader.item(item) {
                    found.insert(format!("{verb} {name}"), text);
                }
            }
        }
    }
    found
}

struct Reader<'a> {
    resolve: &'a Resolve,
}

impl Reader<'_> {
    fn item(&self, item: &WorldItem) -> Option<(String, String)> {
        match item {
            WorldItem::Interface { id, .. } => {
                Some((self.resolve.interfaces[*id].name.clone().unwrap_or_default(), "interface".to_owned()))
            }
            WorldItem::Function(function) => Some((function.name.clone(), self.function(function))),
            // A name of its own for a type that an interface has.
            WorldItem::Type { .. } => None,
        }
    }

    fn function(&self, function: &Function) -> String {
        let kind = if function.kind.is_async() { "async" } else { "plain" };
        let parameters: Vec<String> = function
            .params
            .iter()
            .map(|parameter| format!("{}: {}", parameter.name, self.name(&parameter.ty)))
            .collect();
        let result = function.result.as_ref().map_or_else(|| "nothing".to_owned(), |result| self.name(result));
        format!("{kind} ({}) -> {result}", parameters.join(", "))
    }

    /// How a type is spoken of where it is used.
    fn name(&self, of: &Type) -> String {
        let Type::Id(id) = of else { return format!("{of:?}").to_lowercase() };
        let definition = &self.resolve.types[*id];
        match (&definition.name, &definition.kind) {
            // One of another interface, under a name of its own.
            (_, TypeDefKind::Type(original)) => self.name(original),
            (Some(name), _) => {
                let owner = match definition.owner {
                    TypeOwner::Interface(id) => self.resolve.interfaces[id].name.clone().unwrap_or_default(),
                    TypeOwner::World(_) | TypeOwner::None => String::new(),
                };
                format!("{owner}.{name}")
            }
            (None, _) => self.definition(*id),
        }
    }

    fn optional(&self, of: Option<&Type>) -> String {
        of.map_or_else(|| "_".to_owned(), |of| self.name(of))
    }

    fn definition(&self, id: TypeId) -> String {
        let listed = |parts: Vec<String>| parts.join(", ");
        match &self.resolve.types[id].kind {
            TypeDefKind::Record(record) => {
                let fields = record.fields.iter().map(|field| format!("{}: {}", field.name, self.name(&field.ty)));
                format!("record {{ {} }}", listed(fields.collect()))
            }
            TypeDefKind::Variant(variant) => {
                let cases =
                    variant.cases.iter().map(|case| format!("{}({})", case.name, self.optional(case.ty.as_ref())));
                format!("variant {{ {} }}", listed(cases.collect()))
            }
            TypeDefKind::Enum(one) => {
                format!("enum {{ {} }}", listed(one.cases.iter().map(|case| case.name.clone()).collect()))
            }
            TypeDefKind::Flags(flags) => {
                format!("flags {{ {} }}", listed(flags.flags.iter().map(|flag| flag.name.clone()).collect()))
            }
            TypeDefKind::Tuple(tuple) => {
                format!("tuple<{}>", listed(tuple.types.iter().map(|part| self.name(part)).collect()))
            }
            TypeDefKind::Option(of) => format!("option<{}>", self.name(of)),
            TypeDefKind::List(of) => format!("list<{}>", self.name(of)),
            TypeDefKind::Result(result) => {
                format!("result<{}, {}>", self.optional(result.ok.as_ref()), self.optional(result.err.as_ref()))
            }
            TypeDefKind::Handle(Handle::Own(of)) => format!("own<{}>", self.name(&Type::Id(*of))),
            TypeDefKind::Handle(Handle::Borrow(of)) => format!("borrow<{}>", self.name(&Type::Id(*of))),
            TypeDefKind::Type(of) => self.name(of),
            TypeDefKind::Resource => "resource".to_owned(),
            other => panic!("the contract has a {}, which this test cannot compare yet", other.as_str()),
        }
    }
}
