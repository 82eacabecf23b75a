//! A component that fails is kept from being tried by everybody, and one caller closes nothing for others.

use quarry::quarantine::{Closed, Quarantine, QuarantineSettings};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn quarantine(routes: usize) -> Quarantine {
    Quarantine::new(QuarantineSettings::default(), routes)
}

fn route(name: &str) -> Arc<str> {
    Arc::from(name)
}

/// Lets a request in that fails, or goes well; `None` where it was refused.
fn ask(quarantine: &Quarantine, name: &str, caller: u64, fails: bool, now: Instant) -> Option<()> {
    let admission = quarantine.admit(&route(name), caller, now).ok()?;
    match fails {
        true => admission.faulted(now),
        false => admission.went_well(now),
    }
    Some(())
}

#[test]
fn five_faults_of_three_callers_close_a_route_and_no_other() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for caller in [1, 2, 3, 1] {
        assert!(ask(&quarantine, "bad", caller, true, now).is_some());
    }
    assert!(!quarantine.is_closed(), "four faults are not five");
    ask(&quarantine, "bad", 2, true, now).expect("the fifth is let in");
    let refusal = quarantine.admit(&route("bad"), 9, now).err().expect("closed");
    assert_eq!(refusal.what, Closed::Route);
    assert_eq!(refusal.retry_after, Duration::from_secs(5));
    assert_eq!(quarantine.closed_routes(), ["bad"]);
    assert!(ask(&quarantine, "good", 9, false, now).is_some(), "the neighbour route is open");
}

#[test]
fn a_caller_alone_is_refused_alone() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for _ in 0..5 {
        assert!(ask(&quarantine, "bad", 1, true, now).is_some());
    }
    let refusal = quarantine.admit(&route("bad"), 1, now).err().expect("refused");
    assert_eq!(refusal.what, Closed::Caller);
    assert!(!quarantine.is_closed());
    for caller in [2, 3, 4] {
        assert!(ask(&quarantine, "bad", caller, false, now).is_some(), "others are served");
    }
    let later = now + Duration::from_secs(6);
    assert!(ask(&quarantine, "bad", 1, false, later).is_some(), "and the caller too, after a while");
}

#[test]
fn whoever_makes_an_operation_fail_takes_turns_and_others_only_once_it_is_everybodys_fault() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    let takes_turns = |caller, now| {
        let admission = quarantine.admit(&route("bad"), caller, now).expect("let in");
        let failed_lately = admission.failed_lately();
        admission.went_well(now);
        failed_lately
    };
    assert!(!takes_turns(1, now));
    ask(&quarantine, "bad", 1, true, now).expect("let in");
    assert!(takes_turns(1, now));
    ask(&quarantine, "bad", 2, true, now).expect("let in");
    assert!(!takes_turns(3, now), "two callers failed, and this one did not");
    ask(&quarantine, "bad", 4, true, now).expect("let in");
    assert!(takes_turns(3, now), "three different callers failed");
    assert!(!takes_turns(1, now + Duration::from_secs(1)), "a second later it is forgotten");
}

#[test]
fn a_fifth_of_the_calls_must_have_failed() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for call in 0..100 {
        assert!(ask(&quarantine, "busy", call, false, now).is_some());
    }
    for caller in 0..20 {
        assert!(ask(&quarantine, "busy", caller, true, now).is_some());
        assert!(!quarantine.is_closed(), "{} faults of {} calls", caller + 1, 101 + caller);
    }
    // The 25th fault of 125 calls.
    for caller in 20..25 {
        ask(&quarantine, "busy", caller, true, now).expect("let in");
    }
    assert!(quarantine.is_closed());
}

#[test]
fn faults_of_the_minute_before_do_not_count() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for caller in 1..=4 {
        ask(&quarantine, "old", caller, true, now).expect("let in");
    }
    ask(&quarantine, "old", 5, true, now + Duration::from_secs(60)).expect("let in");
    assert!(!quarantine.is_closed());
}

#[test]
fn one_probe_opens_it_or_doubles_the_time() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for caller in 1..=5 {
        ask(&quarantine, "bad", caller, true, now).expect("let in");
    }
    let second = now + Duration::from_secs(6);
    let probe = quarantine.admit(&route("bad"), 1, second).expect("the probe");
    assert!(quarantine.admit(&route("bad"), 2, second).is_err(), "one at a time");
    drop(probe);
    let probe = quarantine.admit(&route("bad"), 2, second).expect("one that was left is asked again");
    probe.faulted(second);
    let refusal = quarantine.admit(&route("bad"), 3, second).err().expect("closed again");
    assert_eq!(refusal.retry_after, Duration::from_secs(10));
    let third = second + Duration::from_secs(11);
    quarantine.admit(&route("bad"), 3, third).expect("the next probe").went_well(third);
    assert!(!quarantine.is_closed());
    assert!(ask(&quarantine, "bad", 4, false, third).is_some());
}

#[test]
fn three_closed_routes_close_the_component_and_lifting_opens_all() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for name in ["one", "two", "three"] {
        for caller in 1..=5 {
            ask(&quarantine, name, caller, true, now).expect("let in");
        }
    }
    let refusal = quarantine.admit(&route("four"), 9, now).err().expect("closed");
    assert_eq!(refusal.what, Closed::Component);
    quarantine.lift();
    for name in ["one", "four"] {
        assert!(ask(&quarantine, name, 1, false, now).is_some());
    }
}
