//! Whatever one takes, another goes on: each way of the [matrix] to a resource that tenants share, beside another tenant who reads
//! and writes. `just harm` takes thirty seconds for each and measures;
//! without a time each is a few rounds, and the clock decides nothing.

mod matrix;
mod neighbour;
mod stage;

use matrix::{Cell, ELSEWHERE, MATRIX, Way, cells};
use neighbour::{Neighbour, Work};
use quarry_tests::bounded::SetAtEnd;
use quarry_tests::complete;
use quarry_tests::outside::Outside;
use quarry_tests::server::Server;
use stage::{Client, Tenant};
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Clients of an attacker at once: of one that works the machine, and of one that waits and holds what it has.
const ATTACKERS: usize = 4;
const WAITING_ATTACKERS: usize = 80;
const WAYS_THAT_WAIT: [&str; 3] = ["instances", "slow_statement", "writer"];
/// Rounds of the neighbour beside each attack, where nobody asks for longer.
const ROUNDS: u64 = 3;
/// After so long an attacker gives up on an answer and asks again: in the long form, and here, where each attack has to end.
const PATIENCE_OF_AN_ATTACKER: [Duration; 2] = [Duration::from_secs(2), Duration::from_millis(500)];
/// A neighbour's pace in the long form: there to be served, and not to keep the machine busy.
const PACE: Duration = Duration::from_millis(200);
/// How many times as long a neighbour's requests may take.
const TIMES_QUIET: u32 = 3;
/// An attack that was given so much is not given more: the machine's disk is everybody's.
const MOST_ON_DISK: u64 = 4 << 30;

/// How long each attack lasts, where somebody says it.
fn seconds() -> Option<Duration> {
    std::env::var("QUARRY_TEST_HARM_SECONDS").ok().map(|text| Duration::from_secs(text.parse().expect("seconds")))
}

#[test]
fn every_resource_is_tried_by_everybody_and_every_grant_somewhere() {
    assert_eq!(MATRIX.len(), 12, "the resources that tenants share");
    let tried = MATRIX.iter().flat_map(|row| row.component).filter_map(|(grant, _)| *grant);
    let (tried, elsewhere): (BTreeSet<&str>, BTreeSet<&str>) =
        (tried.collect(), ELSEWHERE.iter().map(|(grant, _)| *grant).collect());
    let all: BTreeSet<&str> = complete::GRANTS.split('"').skip(1).step_by(2).collect();
    assert!(tried.is_disjoint(&elsewhere), "in both: {:?}", tried.intersection(&elsewhere));
    assert_eq!(tried.union(&elsewhere).copied().collect::<BTreeSet<_>>(), all, "each grant of the contract");
    for (grant, reason) in ELSEWHERE {
        assert!(reason.len() > 20, "{grant}: why it is tried in no row");
    }
    for row in MATRIX {
        assert!(!row.component.is_empty(), "{}: a stranger's component", row.resource);
        for way in [row.member, row.key, row.visitor] {
            if let Way::OutOfReach(reason) = way {
                assert!(reason.len() > 20, "{}: why it is out of reach", row.resource);
            }
        }
    }
}

#[test]
fn another_tenant_is_served_and_loses_nothing_whatever_one_takes() {
    let receiver = Outside::start(|_, stream| {
        let _ = write!(stream, "HTTP/1.1 200 Told\r\ncontent-length: 2\r\n\r\nok");
    });
    let (receiver, server) = (receiver.expect("a receiver"), stage::server());
    let attacker = Tenant::new(&server, "203.0.113.7", &receiver);
    let tenant = Tenant::new(&server, "198.51.100.9", &receiver);
    let mut neighbour = Neighbour::new(&server, &tenant);
    let mut round = 0;
    // The first answers of a host take longer.
    work(&mut neighbour, &mut round, None);
    let only = std::env::var("QUARRY_TEST_HARM_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for cell in cells().into_iter().filter(|cell| cell.to_string().contains(&only)) {
        let quiet = seconds().map(|_| work(&mut neighbour, &mut round, seconds().map(|time| time / 3)));
        let (beside, attacks) = beside(&server, &attacker, &cell, || work(&mut neighbour, &mut round, seconds()));
        let (refusals, losses) = (beside.refusals.len(), neighbour.losses());
        println!(
            "{cell}: {attacks}; {} requests of the neighbour, {refusals} refused, p99 {:?}",
            beside.times.len(),
            beside.p99()
        );
        wrong.extend(beside.refusals.into_iter().take(3).map(|refusal| format!("{cell}: {refusal}")));
        wrong.extend(losses.into_iter().map(|loss| format!("{cell}: lost: {loss}")));
        if let Some(quiet) = quiet {
            let times = work_times(&quiet, beside.times);
            println!("    p99 {:?} in quiet, {:?} beside it", times.0, times.1);
            if times.1 > times.0 * TIMES_QUIET {
                wrong.push(format!("{cell}: p99 {:?} in quiet, {:?} beside it", times.0, times.1));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The 99th percentiles of both.
fn work_times(quiet: &Work, beside: Vec<Duration>) -> (Duration, Duration) {
    (quiet.p99(), Work { times: beside, refusals: Vec::new() }.p99())
}

/// Lets a neighbour work for as long as is said, or for a few rounds.
fn work(neighbour: &mut Neighbour<'_>, round: &mut u64, time: Option<Duration>) -> Work {
    let (began, first, mut work) = (Instant::now(), *round, Work::default());
    loop {
        let is_over = match time {
            Some(time) => began.elapsed() >= time,
            None => *round - first == ROUNDS,
        };
        if is_over {
            return work;
        }
        *round += 1;
        neighbour.round(*round, &mut work);
        if time.is_some() {
            std::thread::sleep(PACE);
        }
    }
}

/// Does `work` while several clients attack, each again as soon as it is answered; and says what the attackers were told.
fn beside(server: &Server, attacker: &Tenant, cell: &Cell, work: impl FnOnce() -> Work) -> (Work, String) {
    let (is_over, number) = (AtomicBool::new(false), AtomicU64::new(0));
    let attackers = match cell.way {
        Way::Take(thing) if WAYS_THAT_WAIT.contains(&thing) => WAITING_ATTACKERS,
        _ => ATTACKERS,
    };
    let patience = PATIENCE_OF_AN_ATTACKER[usize::from(seconds().is_none())];
    let statuses = [const { AtomicU64::new(0) }; 4];
    let worked = std::thread::scope(|scope| {
        let over = SetAtEnd(&is_over);
        for _ in 0..attackers {
            scope.spawn(|| {
                let client = Client::new(server, attacker, patience);
                while !is_over.load(Ordering::Relaxed) {
                    let number = number.fetch_add(1, Ordering::Relaxed);
                    let status = match client.attack(cell, number) {
                        Some(200..300) => 0,
                        Some(300..500) => 1,
                        Some(_) => 2,
                        None => 3,
                    };
                    statuses[status].fetch_add(1, Ordering::Relaxed);
                    if on_disk(server) > MOST_ON_DISK {
                        break;
                    }
                }
            });
        }
        // The attack is under way.
        while number.load(Ordering::Relaxed) < attackers as u64 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let worked = work();
        drop(over);
        worked
    });
    let [taken, refused, failed, left] = statuses.map(AtomicU64::into_inner);
    assert!(taken + refused + failed + left > 0, "{cell}: it was tried");
    (worked, format!("{taken} taken, {refused} refused, {failed} failed, {left} left alone"))
}

/// The bytes in the data directory's files.
fn on_disk(server: &Server) -> u64 {
    let files = std::fs::read_dir(&server.data_dir).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum()
}
