//! Each mistake of a dataset is refused with a sentence that names it.

use super::mistaken_guards::refused;

const MISTAKES: &[(&str, &str)] = &[
    (
        "dataset_of_another_component",
        "its manifest is wrong: `datasets.swaps` is not a dataset's name of its own: lowercase words joined by `_`, each once; its key is \
         mistake.NAME, so that it is never that of another component or of Quarry",
    ),
    (
        "dataset_twice",
        "its manifest is wrong: `all_chains` is not a dataset's name of its own: lowercase words joined by `_`, each once; its key is \
         mistake.NAME, so that it is never that of another component or of Quarry",
    ),
    (
        "dataset_of_an_unknown_order",
        "its manifest is wrong: the dataset mistake.all_chains is wrong: it is ordered by `block_number`, which is not one of its columns",
    ),
    (
        "dataset_of_no_order",
        "its manifest is wrong: the dataset mistake.all_chains is wrong: it says no order, and without one the same question could give \
         another file",
    ),
    (
        "dataset_with_a_column_twice",
        "its manifest is wrong: the dataset mistake.all_chains is wrong: `slug` is not a column's name: lowercase words joined by `_`, each once",
    ),
    (
        "dataset_with_a_filter_twice",
        "its manifest is wrong: the dataset mistake.all_chains is wrong: it takes a filter twice",
    ),
    (
        "dataset_without_a_sentence",
        "its manifest is wrong: the dataset mistake.all_chains is wrong: its title and each description have 1 to 1000 bytes",
    ),
    (
        "dataset_of_blocks_without_pins",
        "its manifest is wrong: the dataset mistake.all_chains is wrong: its rows stand in blocks, so it has the column chain_id and takes \
         chain, block-from and block-to",
    ),
    (
        "dataset_of_no_statement",
        "the dataset mistake.all_chains is wrong: it names the statement no_such_rows, which is not declared for the warehouse",
    ),
    (
        "dataset_of_the_app_store",
        "the dataset mistake.all_chains is wrong: it names the statement all_rows of the app store, and a dataset is read from the \
         warehouse: its rows have to lie there",
    ),
    (
        "dataset_with_other_columns",
        "the dataset mistake.all_chains is wrong: its statement all_chains has the columns chain_id, slug, and it declares chain_id, name",
    ),
    (
        "dataset_with_another_filter",
        "the dataset mistake.all_chains is wrong: its statement all_chains takes {chain_id:uint64} under a `-- when`, {most:uint64} under a \
         `-- when`, and by its filters and columns it takes {addresses:bytes[]}, {most:uint64} under a `-- when`",
    ),
];

#[tokio::test]
async fn each_mistake_of_a_dataset_is_refused_with_its_sentence() {
    refused(MISTAKES).await;
}
