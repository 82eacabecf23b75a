//! Times as files write them.

/// The pattern of ISO 8601 and its relatives, from 1970 to 2105.
const TIME_PATTERN: &str = "^(19[7-9][0-9]|20[0-9][0-9]|210[0-5])-[0-9][0-9]-[0-9][0-9]([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?( ?(Z|UTC|[+-][01][0-9]:?[0-5][0-9]))?)?$";

/// The columns that [`time`] reads: the text's number, and its day and hour in the usual form where they are written without signs.
pub(super) fn forms(name: &str) -> Vec<String> {
    let text = format!("{name}_text");
    let digits = |from: u8| format!("substring({text}, {from}, 2)");
    let day = format!("substring({text}, 1, 4), '-', {}, '-', {}", digits(5), digits(7));
    let clock = format!("{}, ':', {}, ':', {}", digits(9), digits(11), digits(13));
    vec![
        format!("match({text}, '^[0-9]+$') AS {name}_is_number"),
        format!("toUInt64OrZero({text}) AS {name}_number"),
        format!(
            "multiIf({name}_is_number AND length({text}) = 8, concat({day}), \
             {name}_is_number AND length({text}) = 14, concat({day}, ' ', {clock}), {text}) AS {name}_form"
        ),
    ]
}

/// True of time 0 in a block that is not block 0: no chain has it, and who writes it does not know the time.
pub(super) fn is_no_time(name: &str) -> String {
    format!("toUnixTimestamp({name}_time) = 0 AND toUInt64OrZero(block_number_text) > 0")
}

/// The time that a text stands for, or null where the text is not a time. `docs/ingest.md` lists the forms. The number of
/// digits tells the unit of a number: seconds, milli-, micro- and nanoseconds of the years 1973 to 2106 do not overlap, and a
/// day written without dashes would be a second of August 1970, when there was no chain.
pub(super) fn time(name: &str) -> String {
    let (text, number, form) = (format!("{name}_text"), format!("{name}_number"), format!("{name}_form"));
    let seconds = |divisor: &str| format!("toDateTime(toUInt32(intDiv({number}, {divisor})), 'UTC')");
    format!(
        "multiIf({text} = '', NULL, \
         {name}_is_number AND ({number} BETWEEN 100000000 AND 4294967295 OR {text} = '0'), {}, \
         NOT {name}_is_number OR length({text}) IN (8, 14), \
         if(toString(toDate32OrNull(substring({form}, 1, 10))) = substring({form}, 1, 10) AND match({form}, '{TIME_PATTERN}'), \
         parseDateTimeBestEffortOrNull({form}, 'UTC'), NULL), \
         {number} BETWEEN 100000000000 AND 4294967295999, {}, \
         {number} BETWEEN 100000000000000 AND 4294967295999999, {}, \
         {number} BETWEEN 100000000000000000 AND 4294967295999999999, {}, NULL) AS {name}_time",
        seconds("1"),
        seconds("1000"),
        seconds("1000000"),
        seconds("1000000000")
    )
}
