//! The order of blocks: which ones were moved, and where these go among what others moved.

use std::collections::HashMap;

/// Of distinct numbers in a list, the places of those that need not move for the list to rise: the longest rising choice.
pub fn unmoved(numbers: &[usize]) -> Vec<bool> {
    // The last place of the best choice of each length, and what comes before each place in its choice.
    let (mut ends, mut before) = (Vec::<usize>::new(), vec![None; numbers.len()]);
    for (place, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before[place] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut stays = vec![false; numbers.len()];
    let mut place = ends.last().copied();
    while let Some(at) = place {
        stays[at] = true;
        place = before[at];
    }
    stays
}

/// Merges an order with the stored one: blocks stay as they are stored, but for those that the sender placed. `stored` are ids in
/// their order; `sent` are the sender's, where `None` is a new block; `by_others` tells which ids others moved since the sender read.
/// The places of the answer: an index into `sent`, or the id of a block that was not sent.
pub fn merged(stored: &[i64], sent: &[Option<i64>], by_others: impl Fn(i64) -> bool) -> Vec<Placed> {
    let place_of: HashMap<i64, usize> = stored.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let index_of: HashMap<i64, usize> =
        sent.iter().enumerate().filter_map(|(index, id)| id.map(|id| (id, index))).collect();
    // Among blocks that nobody else moved, those out of the stored order are the ones that the sender moved.
    let comparable: Vec<(usize, usize)> = sent
        .iter()
        .enumerate()
        .filter_map(|(index, id)| id.filter(|id| !by_others(*id)).map(|id| (index, place_of[&id])))
        .collect();
    let stays = unmoved(&comparable.iter().map(|(_, place)| *place).collect::<Vec<_>>());
    let mut is_placed_by_sender: Vec<bool> = sent.iter().map(Option::is_none).collect();
    for ((index, _), stays) in comparable.iter().zip(stays) {
        is_placed_by_sender[*index] |= !stays;
    }
    let mut order: Vec<Placed> = Vec::with_capacity(stored.len() + sent.len());
    for id in stored {
        match index_of.get(id) {
            Some(index) if is_placed_by_sender[*index] => {}
            Some(index) => order.push(Placed::Sent(*index)),
            None => order.push(Placed::Stored(*id)),
        }
    }
    for (index, is_placed) in is_placed_by_sender.iter().enumerate() {
        if *is_placed {
            let behind = index.checked_sub(1).map(Placed::Sent);
            let at = behind.and_then(|behind| order.iter().position(|placed| *placed == behind));
            order.insert(at.map_or(0, |at| at + 1), Placed::Sent(index));
        }
    }
    order
}

/// A block in a merged order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placed {
    /// By its index in what was sent.
    Sent(usize),
    /// By its id.
    Stored(i64),
}
