//! The result of migrations, as the engine's catalogue has it: the tables with their columns, and every expression that
//! the engine will compute for them later.

use crate::app::AppStoreError;
use crate::app::rehearsal::IsOwn;
use crate::app::rehearsal::postgres::names::Names;
use crate::app::rehearsal::postgres::scratch::failed;
use crate::app::rehearsal::postgres::uses::Uses;
use sqlx::postgres::types::Oid;
use sqlx::{PgConnection, Row as _};

/// Functions that an expression of a table may call beside the engine's casts; all of them only compute.
const FUNCTIONS: &[&str] = &[
    "abs",
    "btrim",
    "ceil",
    "char_length",
    "current_date",
    "current_time",
    "current_timestamp",
    "date_part",
    "extract",
    "floor",
    "gen_random_uuid",
    "left",
    "length",
    "localtime",
    "localtimestamp",
    "lower",
    "ltrim",
    "mod",
    "now",
    "octet_length",
    "replace",
    "right",
    "round",
    "rtrim",
    "starts_with",
    "strpos",
    "substr",
    "substring",
    "upper",
];

/// Something that a table may not have.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) table: String,
    pub(super) reason: String,
}

/// The schema that is looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) schema: Oid,
    /// Schemas that tables may refer to, beside the schema itself.
    pub(super) others: &'a [Oid],
    /// True where nothing but a rehearsal makes anything; in the deployment operators do as they like.
    pub(super) is_scratch: bool,
}

const RELATIONS: &str = "SELECT c.relname::text, c.relnamespace = $1 AS is_here FROM pg_catalog.pg_class c
WHERE c.relnamespace = $1 OR c.relnamespace = ANY($2)";

/// `$1` the schema, `$2` the names of the author's relations, `$3` all schemas that are looked at.
const REFERENCES: &str = "
SELECT o.relname::text AS name, 'it is part of another table or inherits from one' AS problem
FROM pg_catalog.pg_class o WHERE o.relnamespace = $1 AND o.relname = ANY($2) AND (o.relispartition OR o.relkind IN ('p', 'I')
    OR EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid = o.oid OR i.inhparent = o.oid))
UNION ALL
SELECT o.relname::text, 'it refers to the table ' || f.relname || ', which is not its own'
FROM pg_catalog.pg_class o JOIN pg_catalog.pg_constraint k ON k.conrelid = o.oid AND k.contype = 'f'
JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
WHERE o.relnamespace = $1 AND o.relname = ANY($2) AND NOT (f.relnamespace = ANY($3) AND f.relname = ANY($2))";

/// `$1` the schema, `$2` the schemas whose tables may be locked.
const SCRATCH: &str = "
WITH own AS (SELECT c.*, m.amname FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_am m ON m.oid = c.relam WHERE c.relnamespace = $1)
SELECT relname::text AS name, 'it is neither a table nor an index' AS problem FROM own WHERE relkind NOT IN ('r', 'i', 'S')
UNION ALL SELECT relname::text, 'it is temporary or UNLOGGED' FROM own WHERE relpersistence <> 'p'
UNION ALL SELECT relname::text, 'it has row security' FROM own WHERE relrowsecurity OR relforcerowsecurity
    OR EXISTS (SELECT FROM pg_catalog.pg_policy p WHERE p.polrelid = own.oid)
UNION ALL SELECT relname::text, 'it has a rule' FROM own
    WHERE relhasrules OR EXISTS (SELECT FROM pg_catalog.pg_rewrite r WHERE r.ev_class = own.oid)
UNION ALL SELECT relname::text, 'it has a trigger' FROM own
    WHERE EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = own.oid AND NOT t.tgisinternal)
UNION ALL SELECT relname::text, 'it names a tablespace' FROM own WHERE reltablespace <> 0
UNION ALL SELECT relname::text, 'it is a table OF a type' FROM own WHERE reloftype <> 0
UNION ALL SELECT relname::text, 'it belongs to another role' FROM own WHERE relowner <> current_user::regrole
UNION ALL SELECT relname::text, 'it names the access method ' || amname FROM own
    WHERE amname NOT IN ('heap', 'btree', 'hash', 'gin', 'gist', 'brin')
UNION ALL SELECT relname::text, 'it sets a storage parameter other than fillfactor' FROM own
    WHERE EXISTS (SELECT FROM unnest(reloptions) option WHERE option NOT LIKE 'fillfactor=%')
    OR EXISTS (SELECT FROM pg_catalog.pg_class t WHERE t.oid = own.reltoastrelid AND t.reloptions IS NOT NULL)
UNION ALL SELECT t.typname::text, 'it is a type' FROM pg_catalog.pg_type t
    LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem AND e.typarray = t.oid
    WHERE t.typnamespace = $1 AND t.typrelid = 0 AND COALESCE(e.typrelid, 0) = 0
UNION ALL SELECT proname::text, 'it is a function' FROM pg_catalog.pg_proc WHERE pronamespace = $1
UNION ALL SELECT stxname::text, 'it is a statistics object' FROM pg_catalog.pg_statistic_ext WHERE stxnamespace = $1
UNION ALL SELECT c.relname::text, 'it touches the table ' || n.nspname || '.' || c.relname || ', which is not its own'
    FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid = l.relation JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND c.relnamespace <> ALL($2)
        AND n.nspname NOT IN ('pg_catalog', 'pg_toast')
        AND l.database IN (0, (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database()))";

/// Types, collations and operators as numbers; expressions as trees. The default that the engine itself gives a column of
/// type SERIAL is not among them: the next value of the sequence that the column owns.
const OBJECTS: &str = "
WITH own AS (SELECT c.oid, c.relname::text AS name, c.relkind FROM pg_catalog.pg_class c WHERE c.relnamespace = $1 AND c.relname = ANY($2)),
columns AS (SELECT o.name, a.* FROM own o JOIN pg_catalog.pg_attribute a ON a.attrelid = o.oid
    WHERE o.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped)
SELECT name, 'a column' AS place, 'type' AS kind, atttypid AS object, NULL::text AS tree FROM columns
UNION ALL SELECT name, 'a column', 'collation', attcollation, NULL FROM columns
UNION ALL SELECT c.name, 'the default or the generation of a column', 'tree', 0, d.adbin::text
FROM columns c JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.attrelid AND d.adnum = c.attnum
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_depend e JOIN pg_catalog.pg_class s ON s.oid = e.objid AND s.relkind = 'S'
    WHERE e.classid = 'pg_catalog.pg_class'::regclass AND e.refclassid = e.classid AND e.deptype = 'a'
        AND e.refobjid = d.adrelid AND e.refobjsubid = d.adnum
        AND pg_get_expr(d.adbin, d.adrelid) = format('nextval(%L::regclass)', s.oid::regclass::text))
UNION ALL SELECT o.name, 'a check', 'tree', 0, k.conbin::text
FROM own o JOIN pg_catalog.pg_constraint k ON k.conrelid = o.oid WHERE k.conbin IS NOT NULL
UNION ALL SELECT o.name, 'an exclusion', 'operator', unnest(k.conexclop), NULL
FROM own o JOIN pg_catalog.pg_constraint k ON k.conrelid = o.oid WHERE k.conexclop IS NOT NULL
UNION ALL SELECT o.name, 'an expression of an index', 'tree', 0, i.indexprs::text
FROM own o JOIN pg_catalog.pg_index i ON i.indexrelid = o.oid WHERE i.indexprs IS NOT NULL
UNION ALL SELECT o.name, 'the condition of an index', 'tree', 0, i.indpred::text
FROM own o JOIN pg_catalog.pg_index i ON i.indexrelid = o.oid WHERE i.indpred IS NOT NULL
UNION ALL SELECT o.name, 'an index', 'operator class', unnest(i.indclass::oid[]), NULL
FROM own o JOIN pg_catalog.pg_index i ON i.indexrelid = o.oid
UNION ALL SELECT o.name, 'an index', 'collation', unnest(i.indcollation::oid[]), NULL
FROM own o JOIN pg_catalog.pg_index i ON i.indexrelid = o.oid";

/// The first thing in the schema that migrations may not make; looks at what `is_own`, and in a scratch at everything.
pub(super) async fn examine(
    connection: &mut PgConnection,
    names: &mut Names,
    place: Place<'_>,
    is_own: IsOwn<'_>,
) -> Result<Option<Problem>, AppStoreError> {
    let relations: Vec<(String, bool)> = sqlx::query_as(RELATIONS)
        .bind(place.schema)
        .bind(place.others)
        .fetch_all(&mut *connection)
        .await
        .map_err(failed)?;
    let mut own = Vec::new();
    for (name, is_here) in relations {
        if is_own(&name) {
            own.push(name);
        } else if place.is_scratch && is_here {
            return Ok(Some(Problem { reason: "its name is not one of its own".to_owned(), table: name }));
        }
    }
    let schemas: Vec<Oid> = std::iter::once(place.schema).chain(place.others.iter().copied()).collect();
    let mut structure = sqlx::query_as(REFERENCES).bind(place.schema).bind(&own).bind(&schemas);
    let mut problems: Vec<(String, String)> = structure.fetch_all(&mut *connection).await.map_err(failed)?;
    if place.is_scratch {
        structure = sqlx::query_as(SCRATCH).bind(place.schema).bind(&schemas);
        problems.extend(structure.fetch_all(&mut *connection).await.map_err(failed)?);
    }
    if let Some((table, reason)) = problems.into_iter().next() {
        return Ok(Some(Problem { table, reason }));
    }
    let objects =
        sqlx::query(OBJECTS).bind(place.schema).bind(&own).fetch_all(&mut *connection).await.map_err(failed)?;
    for row in objects {
        let kind: String = row.try_get("kind").map_err(failed)?;
        let Oid(object) = row.try_get("object").map_err(failed)?;
        let mut uses = Uses::default();
        match kind.as_str() {
            "tree" => uses = Uses::of_expression(&row.try_get::<String, _>("tree").map_err(failed)?),
            _ if object == 0 => continue,
            "type" => drop(uses.types.insert(object)),
            "collation" => drop(uses.collations.insert(object)),
            "operator" => drop(uses.operators.insert(object)),
            _ => drop(uses.operator_classes.insert(object)),
        }
        let report = names.report(connection, &uses).await?;
        let function = report.functions.iter().find(|name| !FUNCTIONS.contains(&name.as_str()));
        let refused = report.forbidden.into_iter().next();
        let refused = refused.or_else(|| function.map(|name| format!("the function {name}")));
        let refused =
            refused.or_else(|| report.tables.iter().next().map(|name| format!("the row of the table {name}")));
        if let Some(words) = refused {
            let part: String = row.try_get("place").map_err(failed)?;
            let table = row.try_get("name").map_err(failed)?;
            return Ok(Some(Problem { table, reason: format!("{part} uses {words}, which none of its tables may") }));
        }
    }
    Ok(None)
}
