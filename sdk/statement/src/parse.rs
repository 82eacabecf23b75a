//! Text → [`Statement`]: the lines one by one, then what can only be said of the whole.

use crate::directive::{self, Directive};
use crate::place::{Place, places};
use crate::repetition::repeated;
use crate::rows;
use crate::source_line::numbered;
use crate::statement::{Line, Order, Piece, Slot};
use crate::{
    AfterColumn, ORDER_PARAMETER, Parameter, ParameterType, RowsColumn, SourceLine, Statement, StatementError,
};

/// A list that a client can sort in more ways is two lists.
const MAX_ORDERS: usize = 16;

impl Statement {
    /// Parses the text of a `sql/*.sql` file.
    pub fn parse(sql: &str) -> Result<Statement, StatementError> {
        let mut reader = Reader::default();
        let mut block_comment = false;
        for (line, text) in repeated(numbered(sql)?)? {
            reader.line(&line, &text, &mut block_comment).map_err(|message| at(&line, message))?;
        }
        if block_comment {
            return Err(at(&sql.lines().count().into(), "a `/*` comment is never closed".to_owned()));
        }
        if let Some(block) = &reader.block {
            let name = &reader.statement.orders[block.order].name;
            return Err(at(&block.line, format!("the order `{name}` is never closed: write `-- end order` behind it")));
        }
        check(reader.statement)
    }
}

fn at(line: &SourceLine, message: String) -> StatementError {
    StatementError { line: line.clone(), message }
}

/// The parts that were read so far.
struct Reader {
    statement: Statement,
    block: Option<Block>,
}

/// The order that the next line stands in.
struct Block {
    order: usize,
    line: SourceLine,
    is_empty: bool,
}

impl Default for Reader {
    fn default() -> Self {
        let statement = Statement {
            lines: Vec::new(),
            parameters: Vec::new(),
            orders: Vec::new(),
            after: Vec::new(),
            page_limit: false,
            formed: Vec::new(),
            time_limit: None,
        };
        Reader { statement, block: None }
    }
}

impl Reader {
    fn line(&mut self, source: &SourceLine, text: &str, block_comment: &mut bool) -> Result<(), String> {
        let (code, directive) = directive::read(text, block_comment)?;
        let when = match directive {
            Directive::None => None,
            Directive::When(name) => Some(name),
            Directive::Order(name) => return self.open_order(source, name),
            Directive::EndOrder => {
                let open = self.close_order()?;
                return if open { Ok(()) } else { Err("`-- end order` closes nothing".to_owned()) };
            }
            Directive::Within(limit) => {
                return match self.statement.time_limit.replace(limit) {
                    None => Ok(()),
                    Some(_) => Err("a statement has one `-- within`".to_owned()),
                };
            }
            Directive::Column(formed) => {
                let known = &mut self.statement.formed;
                for column in formed {
                    if known.iter().any(|other| other.name == column.name) {
                        return Err(format!("the column `{}` has two forms", column.name));
                    }
                    known.push(column);
                }
                return Ok(());
            }
        };
        if code.trim().is_empty() {
            return Ok(());
        }
        if let Some(block) = &mut self.block {
            block.is_empty = false;
        }
        let places = places(&code)?.into_iter();
        let pieces = places.map(|place| self.piece(place, when.as_deref())).collect::<Result<_, _>>()?;
        let order = self.block.as_ref().map(|block| block.order);
        self.statement.lines.push(Line { source: source.clone(), when, order, pieces });
        Ok(())
    }

    /// Ends the order before it, as a chapter ends where the next one begins.
    fn open_order(&mut self, line: &SourceLine, name: String) -> Result<(), String> {
        self.close_order()?;
        let orders = &mut self.statement.orders;
        let order = match orders.iter().position(|order| order.name == name) {
            Some(known) => known,
            None if orders.len() == MAX_ORDERS => {
                return Err(format!("`{name}` is one order too many: a statement has at most {MAX_ORDERS}"));
            }
            None => {
                orders.push(Order { name, line: line.clone(), after: Vec::new() });
                orders.len() - 1
            }
        };
        self.block = Some(Block { order, line: line.clone(), is_empty: true });
        Ok(())
    }

    /// Closes the open order. False: none was open.
    fn close_order(&mut self) -> Result<bool, String> {
        match self.block.take() {
            Some(block) if block.is_empty => {
                let name = &self.statement.orders[block.order].name;
                Err(format!("the order `{name}` of line {} has no line of SQL", block.line))
            }
            closed => Ok(closed.is_some()),
        }
    }

    fn piece(&mut self, place: Place, when: Option<&str>) -> Result<Piece, String> {
        let statement = &mut self.statement;
        match place {
            Place::Sql(sql) => Ok(Piece::Sql(sql)),
            Place::Scope(name) => Ok(Piece::Scope(name)),
            Place::PageLimit | Place::After(_) if when.is_some() => {
                Err("`{page.limit}` and `{after(…)}` cannot stand under a `-- when`: every page needs them".to_owned())
            }
            Place::PageLimit => {
                statement.page_limit = true;
                Ok(Piece::PageLimit)
            }
            Place::After(columns) => {
                let (after, what) = match &self.block {
                    Some(block) => (&mut statement.orders[block.order].after, "an order"),
                    None => (&mut statement.after, "a statement"),
                };
                match after.is_empty() {
                    true => *after = columns,
                    false => return Err(format!("{what} has one `{{after(…)}}`")),
                }
                Ok(Piece::After)
            }
            Place::Parameter(slot) => {
                let Slot { name, kind, nullable, columns, .. } = &slot;
                match statement.parameters.iter().find(|parameter| parameter.name == *name) {
                    Some(known) if (known.kind, known.nullable, &known.columns) != (*kind, *nullable, columns) => {
                        let here = written(*kind, *nullable, columns);
                        let before = written(known.kind, known.nullable, &known.columns);
                        return Err(format!("`{name}` is {here} here and {before} before"));
                    }
                    Some(_) => {}
                    None => statement.parameters.push(Parameter {
                        name: name.clone(),
                        kind: *kind,
                        optional: true,
                        nullable: *nullable,
                        columns: columns.clone(),
                    }),
                }
                Ok(Piece::Parameter(slot))
            }
        }
    }
}

/// Checks the rules that concern the whole statement.
fn check(mut statement: Statement) -> Result<Statement, StatementError> {
    for line in &statement.lines {
        if let Some(when) = &line.when
            && !statement.parameters.iter().any(|parameter| parameter.name == *when)
        {
            let message = format!("`-- when {when}` names a parameter that the statement does not have");
            return Err(at(&line.source, message));
        }
    }
    for parameter in &mut statement.parameters {
        parameter.optional =
            statement.lines.iter().all(|line| line.when.is_some() || !needs_parameter(line, &parameter.name));
    }
    if statement.lines.is_empty() {
        return Err(at(&1.into(), "the statement is empty".to_owned()));
    }
    check_orders(&statement)?;
    check_pages(&statement)?;
    Ok(statement)
}

/// A type as it stands in a file.
fn written(kind: ParameterType, nullable: bool, columns: &[RowsColumn]) -> String {
    if kind == ParameterType::Rows {
        return rows::written(columns);
    }
    format!("{}{}", kind.name(), if nullable { "?" } else { "" })
}

fn names_parameter(line: &Line, parameter: &str) -> bool {
    line.pieces.iter().any(|piece| matches!(piece, Piece::Parameter(slot) if slot.name == parameter))
}

/// Tells a line that cannot stand without a value of the parameter.
fn needs_parameter(line: &Line, parameter: &str) -> bool {
    let needs = |slot: &Slot| slot.name == parameter && slot.otherwise.is_none();
    line.pieces.iter().any(|piece| matches!(piece, Piece::Parameter(slot) if needs(slot)))
}

fn line_with(statement: &Statement, wanted: impl Fn(&Line) -> bool) -> SourceLine {
    statement.lines.iter().find(|line| wanted(line)).map_or_else(|| 1.into(), |line| line.source.clone())
}

fn check_orders(statement: &Statement) -> Result<(), StatementError> {
    if statement.orders.is_empty() {
        return Ok(());
    }
    if statement.parameters.iter().any(|parameter| parameter.name == ORDER_PARAMETER) {
        let line = line_with(statement, |line| names_parameter(line, ORDER_PARAMETER));
        let message = format!("`{ORDER_PARAMETER}` picks one of the statement's orders: call the parameter otherwise");
        return Err(at(&line, message));
    }
    if !statement.after.is_empty() {
        let line = line_with(statement, |line| line.order.is_none() && line.pieces.contains(&Piece::After));
        return Err(at(&line, "`{after(…)}` stands outside of the orders: each order has its own".to_owned()));
    }
    match statement.orders.iter().find(|order| order.after.is_empty()) {
        Some(order) if statement.is_paged() => {
            let message = format!("the order `{}` has no `{{after(…)}}`, and another order has one", order.name);
            Err(at(&order.line, message))
        }
        _ => Ok(()),
    }
}

fn check_pages(statement: &Statement) -> Result<(), StatementError> {
    let needs_limit = |after: &[AfterColumn], order: Option<usize>| {
        let has_limit =
            |line: &Line| (line.order.is_none() || line.order == order) && line.pieces.contains(&Piece::PageLimit);
        !after.is_empty() && !statement.lines.iter().any(has_limit)
    };
    if needs_limit(&statement.after, None) {
        return Err(at(&1.into(), "a statement with `{after(…)}` needs `LIMIT {page.limit}`".to_owned()));
    }
    check_nulls_last(statement, &statement.after, None, &1.into())?;
    for (index, order) in statement.orders.iter().enumerate() {
        check_nulls_last(statement, &order.after, Some(index), &order.line)?;
        if needs_limit(&order.after, Some(index)) {
            return Err(at(&order.line, format!("the order `{}` needs `LIMIT {{page.limit}}`", order.name)));
        }
    }
    Ok(())
}

/// Engines differ in where nulls come, so `ORDER BY` must say it: rows on the wrong side of the cursor would be lost.
fn check_nulls_last(
    statement: &Statement,
    after: &[AfterColumn],
    order: Option<usize>,
    line: &SourceLine,
) -> Result<(), StatementError> {
    let mut words = Vec::new();
    for line in statement.lines.iter().filter(|line| line.order.is_none() || line.order == order) {
        for piece in &line.pieces {
            if let Piece::Sql(sql) = piece {
                words.extend(sql.replace(',', " , ").split_whitespace().map(str::to_ascii_lowercase));
            }
        }
    }
    for column in after.iter().filter(|column| column.nullable) {
        let direction = if column.descending { "desc" } else { "asc" };
        let is_said = words.windows(4).any(|four| {
            [&column.expression, &column.column].contains(&&four[0]) && four[1..] == [direction, "nulls", "last"]
        });
        if !is_said {
            let message = format!(
                "`{}` can be null: write `{} {} NULLS LAST` in its ORDER BY",
                column.column,
                column.column,
                direction.to_ascii_uppercase()
            );
            return Err(at(line, message));
        }
    }
    Ok(())
}
