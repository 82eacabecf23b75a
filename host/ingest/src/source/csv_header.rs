//! The header of a CSV file: which of its columns the dataset takes, under the dataset's names.

use super::read_file::FileColumns;
use crate::columns::taken_name;
use crate::dataset::DatasetKind;

/// Separators that other tools write, by name.
const OTHER_SEPARATORS: [(char, &str); 3] = [(';', "semicolons"), ('\t', "tabs"), ('|', "vertical bars")];

pub(super) struct CsvHeader {
    /// As the file has them.
    given: Vec<String>,
    /// The columns of the dataset that they are taken for; a second column of the same name is ignored.
    taken: Vec<Option<&'static str>>,
}

impl CsvHeader {
    pub(super) fn read(line: &str, kind: DatasetKind) -> CsvHeader {
        let given = names_of(line, ',');
        let mut taken: Vec<Option<&'static str>> = Vec::new();
        for name in &given {
            let column = taken_name(kind, name).filter(|column| !taken.contains(&Some(column)));
            taken.push(column);
        }
        CsvHeader { given, taken }
    }

    /// The sentence about a header whose names are separated by something else than commas.
    pub(super) fn other_separator(&self, line: &str, kind: DatasetKind) -> Option<String> {
        if line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep=")) {
            return Some(
                "begins with a line that names its separator (`sep=`), for Excel alone; take that line out, and separate columns \
                 with commas"
                    .to_owned(),
            );
        }
        let known =
            |separator: char| names_of(line, separator).iter().filter(|name| taken_name(kind, name).is_some()).count();
        let (separator, name) = OTHER_SEPARATORS.into_iter().max_by_key(|(separator, _)| known(*separator))?;
        (known(separator) > self.taken().len())
            .then(|| format!("separates its columns with {name}; save it with commas"))
    }

    /// Fields of each record.
    pub(super) fn width(&self) -> usize {
        self.given.len()
    }

    /// The names that the dataset takes.
    pub(super) fn taken(&self) -> Vec<&'static str> {
        self.taken.iter().flatten().copied().collect()
    }

    /// The column of the dataset that the last column is taken for.
    pub(super) fn last(&self) -> Option<&'static str> {
        self.taken.last().copied().flatten()
    }

    /// The header as the warehouse reads it.
    pub(super) fn line(&self) -> String {
        let named = self.taken.iter().enumerate().map(|(position, taken)| match taken {
            Some(name) => (*name).to_owned(),
            None => format!("ignored_{position}"),
        });
        named.collect::<Vec<_>>().join(",")
    }

    pub(super) fn columns(&self) -> FileColumns {
        let pairs = || self.given.iter().zip(&self.taken);
        FileColumns {
            taken: pairs().filter_map(|(given, taken)| Some((given.clone(), (*taken)?))).collect(),
            ignored: pairs().filter(|(_, taken)| taken.is_none()).map(|(given, _)| given.clone()).collect(),
        }
    }
}

/// The names of a header. A name in quotes may hold the separator; two quotes in it are one.
fn names_of(line: &str, separator: char) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.trim_matches(['\r', '\n']).chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(name) = names.last_mut() else { break };
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                name.push('"');
            }
            '"' if is_quoted || name.trim().is_empty() => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => names.push(String::new()),
            letter => name.push(letter),
        }
    }
    names.into_iter().map(|name| name.trim().to_owned()).collect()
}
