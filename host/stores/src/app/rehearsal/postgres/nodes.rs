//! The nodes that PostgreSQL's tree may have, and the meaning of each of their fields.
//!
//! Always true: a kind of node, or a field, that is not listed is refused by its name, and so is a node that lacks a listed
//! field; so a server whose trees changed is refused and never half understood. Read off trees of versions 14 to 18.
//!
//! To admit one more kind of node: a line in [`NODES`], with every field of every version. A field of some versions or of
//! some nodes alone ends in `?`; behind `=` stands what its value is. Operators, functions, types and relations must be marked.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The kind of thing that the value of a field names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Numbers, words and nodes that are read by themselves.
    Shape,
    Relation,
    /// A function that the author called.
    Function,
    /// A function that the engine took for an operator or a frame.
    Support,
    Operator,
    Type,
    Collation,
    OperatorClass,
    CommandType,
    TableKind,
    ColumnNumber,
    /// The rights that a statement needs of the relation that its node names before.
    Permissions,
    ParameterKind,
    SqlValue,
    /// Tells whether an INSERT has numbers in the place of those that the store gives.
    Override,
    /// Must be empty; otherwise the statement locks rows.
    RowLocks,
    /// Must be empty; otherwise it is a sample of a table.
    Sample,
    /// Must be empty.
    Empty,
}

#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) meaning: Meaning,
    pub(super) is_required: bool,
}

const NODES: &[(&str, &str)] = &[
    (
        "AGGREF",
        "aggfnoid=function aggtype=type aggcollid=collation inputcollid=collation aggtranstype=type aggargtypes=type \
        aggdirectargs args aggorder aggdistinct aggfilter aggstar aggvariadic aggkind aggpresorted? agglevelsup aggsplit \
        aggno aggtransno location",
    ),
    ("ALIAS", "aliasname colnames"),
    ("ARRAYCOERCEEXPR", "arg elemexpr resulttype=type resulttypmod resultcollid=collation coerceformat location"),
    (
        "ARRAYEXPR",
        "array_typeid=type array_collid=collation element_typeid=type elements multidims list_start? list_end? location",
    ),
    ("BOOLEANTEST", "arg booltesttype location"),
    ("BOOLEXPR", "boolop args location"),
    ("CASEEXPR", "casetype=type casecollid=collation arg args defresult location"),
    ("CASETESTEXPR", "typeId=type typeMod collation=collation"),
    ("CASEWHEN", "expr result location"),
    ("COALESCEEXPR", "coalescetype=type coalescecollid=collation args location"),
    ("COERCEVIAIO", "arg resulttype=type resultcollid=collation coerceformat location"),
    ("COLLATEEXPR", "arg collOid=collation location"),
    (
        "COMMONTABLEEXPR",
        "ctename aliascolnames ctematerialized ctequery search_clause cycle_clause location cterecursive \
        cterefcount ctecolnames ctecoltypes=type ctecoltypmods ctecolcollations=collation",
    ),
    ("CONST", "consttype=type consttypmod constcollid=collation constlen constbyval constisnull location constvalue"),
    ("CONVERTROWTYPEEXPR", "arg resulttype=type convertformat location"),
    (
        "CTECYCLECLAUSE",
        "cycle_col_list cycle_mark_column cycle_mark_value cycle_mark_default cycle_path_column location \
        cycle_mark_type=type cycle_mark_typmod cycle_mark_collation=collation cycle_mark_neop=operator",
    ),
    ("CTESEARCHCLAUSE", "search_col_list search_breadth_first search_seq_column location"),
    (
        "DISTINCTEXPR",
        "opno=operator opfuncid=support opresulttype=type opretset opcollid=collation inputcollid=collation args \
        location",
    ),
    ("FIELDSELECT", "arg fieldnum resulttype=type resulttypmod resultcollid=collation"),
    ("FIELDSTORE", "arg newvals fieldnums resulttype=type"),
    ("FROMEXPR", "fromlist quals"),
    (
        "FUNCEXPR",
        "funcid=function funcresulttype=type funcretset funcvariadic funcformat funccollid=collation \
        inputcollid=collation args location",
    ),
    ("GROUPINGFUNC", "args refs cols agglevelsup location"),
    ("GROUPINGSET", "kind content location"),
    ("INFERENCEELEM", "expr infercollid=collation inferopclass=operatorclass"),
    ("JOINEXPR", "jointype isNatural larg rarg usingClause join_using_alias quals alias rtindex"),
    ("JSONCONSTRUCTOREXPR", "type args func coercion returning absent_on_null unique location"),
    ("JSONFORMAT", "format_type encoding location"),
    ("JSONISPREDICATE", "expr format item_type unique_keys location"),
    ("JSONRETURNING", "format typid=type typmod"),
    ("JSONVALUEEXPR", "raw_expr formatted_expr format"),
    ("MINMAXEXPR", "minmaxtype=type minmaxcollid=collation inputcollid=collation op args location"),
    ("NAMEDARGEXPR", "arg name argnumber location"),
    (
        "NULLIFEXPR",
        "opno=operator opfuncid=support opresulttype=type opretset opcollid=collation inputcollid=collation args \
        location",
    ),
    ("NULLTEST", "arg nulltesttype argisrow location"),
    (
        "ONCONFLICTEXPR",
        "action arbiterElems arbiterWhere constraint onConflictSet onConflictWhere exclRelIndex exclRelTlist",
    ),
    (
        "OPEXPR",
        "opno=operator opfuncid=support opresulttype=type opretset opcollid=collation inputcollid=collation args location",
    ),
    ("PARAM", "paramkind=parameterkind paramid paramtype=type paramtypmod paramcollid=collation location"),
    (
        "QUERY",
        "commandType=commandtype querySource canSetTag utilityStmt=empty resultRelation hasAggs hasWindowFuncs \
        hasTargetSRFs hasSubLinks hasDistinctOn hasRecursive hasModifyingCTE hasForUpdate hasRowSecurity hasGroupRTE? isReturn \
        cteList rtable rteperminfos? jointree mergeActionList=empty? mergeUseOuterJoin? mergeTargetRelation? \
        mergeJoinCondition=empty? targetList override=override onConflict returningOldAlias? returningNewAlias? returningList \
        groupClause groupDistinct groupingSets havingQual windowClause distinctClause sortClause limitOffset limitCount \
        limitOption rowMarks=rowlocks setOperations constraintDeps withCheckOptions=empty stmt_location stmt_len",
    ),
    (
        "RANGETBLENTRY",
        "alias eref rtekind=tablekind relid=relation? inh? relkind? rellockmode? tablesample=sample? \
        perminfoindex? subquery? security_barrier? jointype? joinmergedcols? joinaliasvars? joinleftcols? joinrightcols? \
        join_using_alias? functions? funcordinality? values_lists? ctename? ctelevelsup? self_reference? coltypes=type? \
        coltypmods? colcollations=collation? groupexprs? lateral inFromCl requiredPerms=permissions? checkAsUser? selectedCols? \
        insertedCols? updatedCols? extraUpdatedCols? securityQuals=empty",
    ),
    (
        "RANGETBLFUNCTION",
        "funcexpr funccolcount funccolnames funccoltypes=type funccoltypmods funccolcollations=collation \
        funcparams",
    ),
    ("RANGETBLREF", "rtindex"),
    ("RELABELTYPE", "arg resulttype=type resulttypmod resultcollid=collation relabelformat location"),
    ("RETURNINGEXPR", "retlevelsup retold retexpr"),
    ("ROWCOMPAREEXPR", "rctype? cmptype? opnos=operator opfamilies inputcollids=collation largs rargs"),
    ("ROWEXPR", "args row_typeid=type row_format colnames location"),
    ("ROWMARKCLAUSE", "rti strength waitPolicy pushedDown"),
    (
        "RTEPERMISSIONINFO",
        "relid=relation inh requiredPerms=permissions checkAsUser selectedCols insertedCols updatedCols",
    ),
    (
        "SCALARARRAYOPEXPR",
        "opno=operator opfuncid=support hashfuncid=support negfuncid=support? useOr inputcollid=collation args \
        location",
    ),
    ("SETOPERATIONSTMT", "op all larg rarg colTypes=type colTypmods colCollations=collation groupClauses"),
    ("SETTODEFAULT", "typeId=type typeMod collation=collation location"),
    ("SORTGROUPCLAUSE", "tleSortGroupRef eqop=operator sortop=operator reverse_sort? nulls_first hashable"),
    ("SQLVALUEFUNCTION", "op=sqlvalue type=type typmod location"),
    ("SUBLINK", "subLinkType subLinkId testexpr operName subselect location"),
    (
        "SUBSCRIPTINGREF",
        "refcontainertype=type refelemtype=type refrestype=type reftypmod refcollid=collation refupperindexpr \
        reflowerindexpr refexpr refassgnexpr",
    ),
    ("TABLESAMPLECLAUSE", "tsmhandler=function args repeatable"),
    ("TARGETENTRY", "expr resno resname ressortgroupref resorigtbl resorigcol resjunk"),
    (
        "VAR",
        "varno varattno=columnnumber vartype=type vartypmod varcollid=collation varnullingrels? varlevelsup \
        varreturningtype? varnosyn varattnosyn location",
    ),
    (
        "WINDOWCLAUSE",
        "name refname partitionClause orderClause frameOptions startOffset endOffset runCondition? \
        startInRangeFunc=support endInRangeFunc=support inRangeColl=collation inRangeAsc inRangeNullsFirst winref copiedOrder",
    ),
    (
        "WINDOWFUNC",
        "winfnoid=function wintype=type wincollid=collation inputcollid=collation args aggfilter runCondition? \
        winref winstar winagg location",
    ),
];

/// Names in a sentence of nodes that are not listed, where the tree's word would say little to an author.
const REFUSED: &[(&str, &str)] = &[
    ("COERCETODOMAIN", "a domain"),
    ("CURRENTOFEXPR", "WHERE CURRENT OF"),
    ("JSONEXPR", "JSON_VALUE, JSON_QUERY or JSON_EXISTS"),
    ("MERGEACTION", "MERGE"),
    ("MERGESUPPORTFUNC", "MERGE_ACTION"),
    ("NEXTVALUEEXPR", "a sequence"),
    ("TABLEFUNC", "XMLTABLE or JSON_TABLE"),
    ("XMLEXPR", "a function for XML"),
];

static FIELDS: LazyLock<HashMap<&'static str, Vec<Field>>> = LazyLock::new(|| {
    NODES.iter().map(|(kind, fields)| (*kind, fields.split_whitespace().map(field).collect())).collect()
});

/// The fields of a node of that kind.
pub(super) fn fields(kind: &str) -> Option<&'static [Field]> {
    FIELDS.get(kind).map(Vec::as_slice)
}

/// Words behind "it uses" for a kind of node that is not listed.
pub(super) fn refusal(kind: &str) -> String {
    match REFUSED.iter().find(|(known, _)| *known == kind) {
        Some((_, words)) => (*words).to_owned(),
        None => format!("the construct {kind}, which this release cannot examine"),
    }
}

fn field(words: &'static str) -> Field {
    let (words, is_required) = words.strip_suffix('?').map_or((words, true), |words| (words, false));
    let (name, meaning) = words.split_once('=').unwrap_or((words, ""));
    let meaning = match meaning {
        "relation" => Meaning::Relation,
        "function" => Meaning::Function,
        "support" => Meaning::Support,
        "operator" => Meaning::Operator,
        "type" => Meaning::Type,
        "collation" => Meaning::Collation,
        "operatorclass" => Meaning::OperatorClass,
        "commandtype" => Meaning::CommandType,
        "tablekind" => Meaning::TableKind,
        "columnnumber" => Meaning::ColumnNumber,
        "permissions" => Meaning::Permissions,
        "parameterkind" => Meaning::ParameterKind,
        "sqlvalue" => Meaning::SqlValue,
        "override" => Meaning::Override,
        "rowlocks" => Meaning::RowLocks,
        "sample" => Meaning::Sample,
        "empty" => Meaning::Empty,
        _ => Meaning::Shape,
    };
    Field { name, meaning, is_required }
}
