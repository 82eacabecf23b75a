//! The names behind the numbers of the engine's catalogue, and which of them no component may use.
//!
//! Always true: what the catalogue does not name is forbidden, and so is everything outside of `pg_catalog` but the tables of
//! the scratch and of the deployment's schema. Names are asked for once a rehearsal.

use crate::app::AppStoreError;
use crate::app::error::Operation;
use crate::app::rehearsal::postgres::uses::Uses;
use crate::app::rehearsal::rehearsed::change_of_view;
use crate::report::Report;
use sqlx::postgres::types::Oid;
use sqlx::{PgConnection, Row as _};
use std::collections::{BTreeSet, HashMap};

/// Types that hold values and reach nothing else; arrays of them too.
const TYPES: &[&str] = &[
    "bool",
    "int2",
    "int4",
    "int8",
    "float4",
    "float8",
    "numeric",
    "text",
    "varchar",
    "bpchar",
    "bytea",
    "date",
    "time",
    "timetz",
    "timestamp",
    "timestamptz",
    "interval",
    "json",
    "jsonb",
    "jsonpath",
    "uuid",
    "record",
    "void",
    "unknown",
];

/// Of each object its number, its schema, its name, and whether it is taken: of a function or an operator without being
/// named, of a relation as one whose rows are changed. Of a type the schema and the name of the table whose row it is.
const LOOK_UP: &str = "
SELECT 'relation' AS kind, c.oid, n.nspname::text AS schema, c.relname::text AS name, c.relkind IN ('r', 'p') AS is_taken,
    NULL::text AS row_schema, NULL::text AS row_name
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ANY($1)
UNION ALL
SELECT 'function', p.oid, n.nspname::text, p.proname::text, EXISTS (
    SELECT FROM pg_catalog.pg_cast k
    JOIN pg_catalog.pg_type s ON s.oid = k.castsource JOIN pg_catalog.pg_type t ON t.oid = k.casttarget
    WHERE k.castfunc = p.oid AND s.typnamespace = p.pronamespace AND t.typnamespace = p.pronamespace
        AND s.typname = ANY($7) AND t.typname = ANY($7)), NULL, NULL
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE p.oid = ANY($2)
UNION ALL
SELECT 'operator', o.oid, n.nspname::text, o.oprname::text, p.provolatile <> 'v' AND f.nspname = 'pg_catalog', NULL, NULL
FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode JOIN pg_catalog.pg_namespace f ON f.oid = p.pronamespace WHERE o.oid = ANY($3)
UNION ALL
SELECT 'type', t.oid, n.nspname::text, e.typname::text, e.typname = ANY($7), rn.nspname::text, r.relname::text
FROM pg_catalog.pg_type t
JOIN pg_catalog.pg_type e ON e.oid = COALESCE((SELECT i.oid FROM pg_catalog.pg_type i WHERE i.oid = t.typelem AND i.typarray = t.oid), t.oid)
JOIN pg_catalog.pg_namespace n ON n.oid = e.typnamespace
LEFT JOIN pg_catalog.pg_class r ON r.oid = e.typrelid AND r.relkind <> 'c'
LEFT JOIN pg_catalog.pg_namespace rn ON rn.oid = r.relnamespace WHERE t.oid = ANY($4)
UNION ALL
SELECT 'collation', c.oid, n.nspname::text, c.collname::text, TRUE, NULL, NULL
FROM pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace WHERE c.oid = ANY($5)
UNION ALL
SELECT 'operator class', c.oid, n.nspname::text, c.opcname::text, TRUE, NULL, NULL
FROM pg_catalog.pg_opclass c JOIN pg_catalog.pg_namespace n ON n.oid = c.opcnamespace WHERE c.oid = ANY($6)";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Relation,
    Function,
    Operator,
    Type,
    Collation,
    OperatorClass,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Relation, "relation"),
    (Kind::Function, "function"),
    (Kind::Operator, "operator"),
    (Kind::Type, "type"),
    (Kind::Collation, "collation"),
    (Kind::OperatorClass, "operator class"),
];

#[derive(Debug)]
struct Named {
    schema: String,
    name: String,
    is_taken: bool,
    /// Schema and name of the table whose row the type is.
    row_of: Option<(String, String)>,
}

/// The catalogue's answers so far.
#[derive(Debug)]
pub(super) struct Names {
    /// The schemas whose tables are told by their plain names.
    schemas: Vec<String>,
    known: HashMap<(Kind, u32), Named>,
}

impl Names {
    pub(super) fn new(schemas: Vec<String>) -> Names {
        Names { schemas, known: HashMap::new() }
    }

    /// Turns the numbers of `uses` into names: a report without columns.
    pub(super) async fn report(&mut self, connection: &mut PgConnection, uses: &Uses) -> Result<Report, AppStoreError> {
        self.learn(connection, uses).await?;
        let mut report = Report { forbidden: uses.forbidden.clone(), ..Report::default() };
        report.functions.extend(uses.sql_values.iter().map(|name| (*name).to_owned()));
        for object in &uses.relations {
            match self.named(Kind::Relation, *object) {
                Ok(named) => {
                    self.table(&named.schema, &named.name, &mut report);
                    if uses.written.contains(object) {
                        report.written.insert(named.name.clone());
                    }
                    if uses.changed.contains(object) {
                        report.changed.insert(named.name.clone());
                    }
                    if uses.deleted.contains(object) {
                        report.deleted.insert(named.name.clone());
                    }
                    let is_changed = uses.written.contains(object) || uses.deleted.contains(object);
                    if is_changed && !named.is_taken {
                        report.forbidden.insert(change_of_view(&named.name));
                    }
                }
                Err(words) => drop(report.forbidden.insert(words)),
            }
        }
        for object in &uses.functions {
            match self.named(Kind::Function, *object) {
                Ok(named) if named.schema != "pg_catalog" => {
                    report.forbidden.insert(format!("the function {}.{}", named.schema, named.name));
                }
                Ok(named) if uses.table_functions.contains(object) => {
                    report.forbidden.insert(format!("the table function {}", named.name));
                }
                Ok(named) if named.is_taken => {}
                Ok(named) => drop(report.functions.insert(named.name.clone())),
                Err(words) => drop(report.forbidden.insert(words)),
            }
        }
        for object in &uses.support_functions {
            match self.named(Kind::Function, *object) {
                Ok(named) if named.schema == "pg_catalog" => {}
                Ok(named) => drop(report.forbidden.insert(format!("the function {}.{}", named.schema, named.name))),
                Err(words) => drop(report.forbidden.insert(words)),
            }
        }
        for object in &uses.types {
            match self.named(Kind::Type, *object) {
                Ok(Named { row_of: Some((schema, name)), .. }) => self.table(schema, name, &mut report),
                Ok(named) if named.schema == "pg_catalog" && named.is_taken => {}
                Ok(named) => drop(report.forbidden.insert(in_words("type", named))),
                Err(words) => drop(report.forbidden.insert(words)),
            }
        }
        let others = [
            (Kind::Operator, "operator", &uses.operators),
            (Kind::Collation, "collation", &uses.collations),
            (Kind::OperatorClass, "operator class", &uses.operator_classes),
        ];
        for (kind, noun, objects) in others {
            for object in objects {
                match self.named(kind, *object) {
                    Ok(named) if named.schema == "pg_catalog" && named.is_taken => {}
                    Ok(named) => drop(report.forbidden.insert(in_words(noun, named))),
                    Err(words) => drop(report.forbidden.insert(words)),
                }
            }
        }
        Ok(report)
    }

    fn table(&self, schema: &str, name: &str, report: &mut Report) {
        if self.schemas.iter().any(|known| known == schema) {
            report.tables.insert(name.to_owned());
        } else {
            report.forbidden.insert(format!("the table {schema}.{name}"));
        }
    }

    fn named(&self, kind: Kind, object: u32) -> Result<&Named, String> {
        let noun = KINDS.iter().find(|(known, _)| *known == kind).map_or("object", |(_, noun)| noun);
        let named = self.known.get(&(kind, object));
        named.ok_or_else(|| format!("the {noun} {object}, which PostgreSQL's catalogue does not name"))
    }

    async fn learn(&mut self, connection: &mut PgConnection, uses: &Uses) -> Result<(), AppStoreError> {
        let unknown = |kind: Kind, objects: &BTreeSet<u32>| -> Vec<Oid> {
            let is_unknown = |object: &&u32| !self.known.contains_key(&(kind, **object));
            objects.iter().filter(is_unknown).map(|object| Oid(*object)).collect()
        };
        let functions = uses.functions.union(&uses.support_functions).copied().collect();
        let asked = [
            unknown(Kind::Relation, &uses.relations),
            unknown(Kind::Function, &functions),
            unknown(Kind::Operator, &uses.operators),
            unknown(Kind::Type, &uses.types),
            unknown(Kind::Collation, &uses.collations),
            unknown(Kind::OperatorClass, &uses.operator_classes),
        ];
        if asked.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let failed = |source| AppStoreError::from_sqlx(Operation::Rehearse, source);
        let question = asked.into_iter().fold(sqlx::query(LOOK_UP), |question, objects| question.bind(objects));
        for row in question.bind(TYPES).fetch_all(connection).await.map_err(failed)? {
            let word: String = row.try_get("kind").map_err(failed)?;
            let Some((kind, _)) = KINDS.iter().find(|(_, known)| *known == word) else { continue };
            let Oid(object) = row.try_get("oid").map_err(failed)?;
            let row_schema: Option<String> = row.try_get("row_schema").map_err(failed)?;
            let row_name: Option<String> = row.try_get("row_name").map_err(failed)?;
            let named = Named {
                schema: row.try_get("schema").map_err(failed)?,
                name: row.try_get("name").map_err(failed)?,
                is_taken: row.try_get("is_taken").map_err(failed)?,
                row_of: row_schema.zip(row_name),
            };
            self.known.insert((*kind, object), named);
        }
        Ok(())
    }
}

fn in_words(noun: &str, named: &Named) -> String {
    match named.schema.as_str() {
        "pg_catalog" => format!("the {noun} {}", named.name),
        schema => format!("the {noun} {schema}.{}", named.name),
    }
}
