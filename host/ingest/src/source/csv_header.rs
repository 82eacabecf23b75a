//! The header of a CSV file: which of its columns the dataset takes, under the dataset's names.

use super::read_file::FileColumns;
use crate::columns::taken_name;
use crate::dataset::DatasetKind;

pub(super) struct CsvHeader {
    /// As the file has them.
    given: Vec<String>,
    /// The columns of the dataset that they are taken for; a second column of the same name is ignored.
    taken: Vec<Option<&'static str>>,
}

impl CsvHeader {
    pub(super) fn read(line: &str, kind: DatasetKind) -> CsvHeader {
        let given: Vec<String> = line.trim().split(',').map(|name| name.trim().trim_matches('"').to_owned()).collect();
        let mut taken: Vec<Option<&'static str>> = Vec::new();
        for name in &given {
            let column = taken_name(kind, name).filter(|column| !taken.contains(&Some(column)));
            taken.push(column);
        }
        CsvHeader { given, taken }
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
