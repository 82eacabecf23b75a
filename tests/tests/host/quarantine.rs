//! A component that fails is kept from being tried by everybody, and neither one caller nor one tenant closes anything for others.

use quarry::quarantine::{Admission, Closed, Concerned, Party, Quarantine, QuarantineSettings, Refusal};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn quarantine(operations: usize) -> Quarantine {
    Quarantine::new(QuarantineSettings::default(), operations)
}

/// A person with a thing of their own.
fn own(person: i64) -> Concerned {
    Concerned { caller: Party::person(person), tenant: Party::person(person) }
}

/// A person with a thing of a space.
fn within(person: i64, space: i64) -> Concerned {
    Concerned { caller: Party::person(person), tenant: Party::space(space) }
}

fn admit<'a>(
    quarantine: &'a Quarantine,
    name: &str,
    concerned: Concerned,
    now: Instant,
) -> Result<Admission<'a>, Refusal> {
    quarantine.admit(&Arc::from(name), concerned, now)
}

/// Lets a request in that goes well; `None` where it was refused.
fn serve(quarantine: &Quarantine, name: &str, concerned: Concerned, now: Instant) -> Option<()> {
    admit(quarantine, name, concerned, now).ok()?.went_well(now);
    Some(())
}

/// Lets a request in that fails, about a thing of `owner`; `None` where it was refused.
fn fail_of(quarantine: &Quarantine, name: &str, concerned: Concerned, owner: i64, now: Instant) -> Option<()> {
    admit(quarantine, name, concerned, now).ok()?.faulted(Party::person(owner), now);
    Some(())
}

/// The same about a thing of the person's own.
fn fail(quarantine: &Quarantine, name: &str, person: i64, now: Instant) -> Option<()> {
    fail_of(quarantine, name, own(person), person, now)
}

fn refusal(quarantine: &Quarantine, name: &str, concerned: Concerned, now: Instant) -> Refusal {
    admit(quarantine, name, concerned, now).err().expect("closed")
}

/// Closes an operation for all by the faults of five people.
fn close(quarantine: &Quarantine, name: &str, now: Instant) {
    for person in 1..=5 {
        fail(quarantine, name, person, now).expect("let in");
    }
}

#[test]
fn five_faults_of_three_tenants_close_an_operation_and_no_other() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in [1, 2, 3, 1] {
        fail(&quarantine, "bad", person, now).expect("let in");
    }
    assert!(!quarantine.is_closed(), "four faults are not five");
    fail(&quarantine, "bad", 2, now).expect("the fifth is let in");
    let refusal = refusal(&quarantine, "bad", own(9), now);
    assert_eq!(refusal, Refusal { what: Closed::Operation, retry_after: Duration::from_secs(5) });
    assert_eq!(quarantine.closed_operations(), ["bad"]);
    assert!(serve(&quarantine, "good", own(9), now).is_some(), "the neighbour operation is open");
}

#[test]
fn a_caller_alone_is_refused_alone_and_with_the_things_of_that_tenant_alone() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for _ in 0..5 {
        fail_of(&quarantine, "bad", within(1, 7), 2, now).expect("let in");
    }
    assert_eq!(refusal(&quarantine, "bad", within(1, 7), now).what, Closed::CallerOfTenant);
    assert!(serve(&quarantine, "bad", own(1), now).is_some(), "a broken thing of others closes nothing of one's own");
    for person in [2, 3, 4] {
        assert!(serve(&quarantine, "bad", within(person, 7), now).is_some(), "others are served");
    }
    assert!(!quarantine.is_closed());
    let later = now + Duration::from_secs(6);
    assert!(serve(&quarantine, "bad", within(1, 7), later).is_some(), "and the caller too, after a while");
}

#[test]
fn a_caller_who_breaks_it_with_ever_new_things_is_refused_whatever_they_bring() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for space in 1..=3 {
        for _ in 0..5 {
            fail_of(&quarantine, "bad", within(1, space), 1, now).expect("let in");
        }
    }
    assert_eq!(refusal(&quarantine, "bad", within(1, 4), now).what, Closed::Caller);
    assert!(serve(&quarantine, "bad", within(2, 4), now).is_some(), "others are served");
    assert!(!quarantine.is_closed(), "and they are one owner's");
}

#[test]
fn one_caller_is_never_several_tenants() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for space in 1..=8 {
        fail_of(&quarantine, "bad", within(1, space), 10 + space, now).expect("let in");
    }
    assert!(!quarantine.is_closed(), "whoever is said to answer for the spaces");
}

#[test]
fn three_callers_of_a_tenant_close_it_for_the_tenant() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in [1, 2, 3, 1, 2] {
        fail_of(&quarantine, "bad", within(person, 7), 1, now).expect("let in");
    }
    let refusal = refusal(&quarantine, "bad", within(4, 7), now);
    assert_eq!(refusal, Refusal { what: Closed::Tenant, retry_after: Duration::from_secs(5) });
    assert!(serve(&quarantine, "bad", within(1, 8), now).is_some(), "another space is served");
    assert!(!quarantine.is_closed());
    let closed = quarantine.closed_for_tenants(now);
    assert_eq!(closed.len(), 1);
    assert_eq!((Party::Tenant(closed[0].tenant), closed[0].for_all_callers), (Party::space(7), true));
    // One of them finds out whether it is over, for all of them.
    let later = now + Duration::from_secs(6);
    let probe = admit(&quarantine, "bad", within(4, 7), later).expect("the probe");
    assert!(admit(&quarantine, "bad", within(5, 7), later).is_err(), "one at a time");
    probe.went_well(later);
    assert!(serve(&quarantine, "bad", within(5, 7), later).is_some());
    assert!(quarantine.closed_for_tenants(later).is_empty());
}

#[test]
fn what_nobody_asks_for_any_more_is_not_shown_as_closed_for_ever() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in [1, 2, 3, 1, 2] {
        fail_of(&quarantine, "bad", within(person, 7), 1, now).expect("let in");
    }
    assert_eq!(quarantine.closed_for_tenants(now + Duration::from_secs(60)).len(), 1);
    assert!(quarantine.closed_for_tenants(now + Duration::from_secs(600)).is_empty());
}

#[test]
fn one_owner_of_many_spaces_closes_nothing_for_others_and_takes_the_place_of_no_other_mark() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in [101, 102, 103, 101, 102] {
        fail_of(&quarantine, "bad", within(person, 100), 100, now).expect("let in");
    }
    // A thousand spaces, each with a member of its own.
    for space in 1..=1_000 {
        fail_of(&quarantine, "bad", within(10_000 + space, 1_000 + space), 1, now).expect("let in");
    }
    assert!(!quarantine.is_closed(), "two owners are not three");
    assert_eq!(refusal(&quarantine, "bad", within(104, 100), now).what, Closed::Tenant, "the other one's mark is kept");
    fail(&quarantine, "bad", 3, now).expect("let in");
    assert!(quarantine.is_closed(), "a third owner makes it everybody's");
}

#[test]
fn a_full_table_keeps_what_is_closed_and_still_closes_what_fails_for_all() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in [101, 102, 103, 101, 102] {
        fail_of(&quarantine, "bad", within(person, 100), 100, now).expect("let in");
    }
    // Enough calls go well that the faults are less than a fifth of them.
    for person in 0..2_000 {
        serve(&quarantine, "bad", own(20_000 + person), now).expect("let in");
    }
    for person in 1..=200 {
        fail(&quarantine, "bad", 30_000 + person, now).expect("let in");
    }
    assert!(!quarantine.is_closed(), "they are less than a fifth");
    assert_eq!(refusal(&quarantine, "bad", within(104, 100), now).what, Closed::Tenant);
    for person in 1..=400 {
        if quarantine.is_closed() {
            break;
        }
        fail(&quarantine, "bad", 40_000 + person, now).expect("let in");
    }
    assert!(quarantine.is_closed());
}

#[test]
fn whoever_makes_an_operation_fail_takes_turns_and_others_only_once_it_is_everybodys_fault() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    let takes_turns = |person, now| {
        let admission = admit(&quarantine, "bad", own(person), now).expect("let in");
        let failed_lately = admission.failed_lately();
        admission.went_well(now);
        failed_lately
    };
    assert!(!takes_turns(1, now));
    fail(&quarantine, "bad", 1, now).expect("let in");
    assert!(takes_turns(1, now));
    fail(&quarantine, "bad", 2, now).expect("let in");
    assert!(!takes_turns(3, now), "two callers failed, and this one did not");
    fail(&quarantine, "bad", 4, now).expect("let in");
    assert!(takes_turns(3, now), "three different callers failed");
    assert!(!takes_turns(1, now + Duration::from_secs(1)), "a second later it is forgotten");
}

#[test]
fn a_fifth_of_the_calls_must_have_failed() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in 0..100 {
        assert!(serve(&quarantine, "busy", own(person), now).is_some());
    }
    for person in 0..20 {
        assert!(fail(&quarantine, "busy", person, now).is_some());
        assert!(!quarantine.is_closed(), "{} faults of {} calls", person + 1, 101 + person);
    }
    // The 25th fault of 125 calls.
    for person in 20..25 {
        fail(&quarantine, "busy", person, now).expect("let in");
    }
    assert!(quarantine.is_closed());
}

#[test]
fn faults_of_the_minute_before_do_not_count() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in 1..=4 {
        fail(&quarantine, "old", person, now).expect("let in");
    }
    fail(&quarantine, "old", 5, now + Duration::from_secs(60)).expect("let in");
    assert!(!quarantine.is_closed());
}

#[test]
fn one_probe_opens_it_and_those_of_three_tenants_double_the_time() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    close(&quarantine, "bad", now);
    let second = now + Duration::from_secs(6);
    let probe = admit(&quarantine, "bad", own(1), second).expect("the probe");
    assert!(admit(&quarantine, "bad", own(2), second).is_err(), "one at a time");
    drop(probe);
    let probe = admit(&quarantine, "bad", own(2), second).expect("one that was left is asked again");
    probe.faulted(Party::person(2), second);
    fail(&quarantine, "bad", 3, second).expect("the next probe");
    fail(&quarantine, "bad", 4, second).expect("the third");
    assert_eq!(refusal(&quarantine, "bad", own(5), second).retry_after, Duration::from_secs(10));
    let third = second + Duration::from_secs(11);
    admit(&quarantine, "bad", own(3), third).expect("the next probe").went_well(third);
    assert!(!quarantine.is_closed());
    assert!(serve(&quarantine, "bad", own(4), third).is_some());
}

#[test]
fn one_tenant_whose_probes_fail_does_not_keep_it_closed_for_others() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    close(&quarantine, "bad", now);
    let later = now + Duration::from_secs(6);
    fail(&quarantine, "bad", 1, later).expect("the probe");
    assert_eq!(refusal(&quarantine, "bad", own(1), later).what, Closed::Operation, "the next one is for others");
    assert!(serve(&quarantine, "bad", own(9), later).is_some(), "which goes well");
    assert!(!quarantine.is_closed());
}

#[test]
fn a_member_whose_probe_fails_does_not_keep_it_closed_for_their_tenant() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in [1, 2, 3, 1, 2] {
        fail_of(&quarantine, "bad", within(person, 7), 1, now).expect("let in");
    }
    let later = now + Duration::from_secs(6);
    fail_of(&quarantine, "bad", within(1, 7), 1, later).expect("the probe");
    assert_eq!(refusal(&quarantine, "bad", within(1, 7), later).what, Closed::Tenant, "the next one is for others");
    assert!(serve(&quarantine, "bad", within(4, 7), later).is_some(), "which goes well");
    assert!(serve(&quarantine, "bad", within(5, 7), later).is_some());
}

#[test]
fn the_probe_of_another_tenant_does_not_open_what_is_closed_for_one() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for person in [101, 102, 103, 101, 102] {
        fail_of(&quarantine, "bad", within(person, 100), 100, now).expect("let in");
    }
    let second = now + Duration::from_secs(4);
    for person in [1, 2] {
        fail(&quarantine, "bad", person, second).expect("let in");
    }
    assert!(quarantine.is_closed());
    let third = second + Duration::from_secs(6);
    assert!(serve(&quarantine, "bad", own(9), third).is_some(), "the probe");
    assert!(!quarantine.is_closed());
    assert_eq!(quarantine.closed_for_tenants(third).len(), 1, "until a request of the space's goes well");
    assert!(serve(&quarantine, "bad", within(104, 100), third).is_some(), "its own probe");
    assert!(quarantine.closed_for_tenants(third).is_empty());
}

#[test]
fn three_closed_operations_close_the_component_and_lifting_opens_all() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for name in ["one", "two", "three"] {
        close(&quarantine, name, now);
    }
    assert_eq!(refusal(&quarantine, "four", own(9), now).what, Closed::Component);
    quarantine.lift();
    for name in ["one", "four"] {
        assert!(serve(&quarantine, name, own(1), now).is_some());
    }
}

#[test]
fn operations_that_are_closed_for_a_tenant_alone_do_not_close_the_component() {
    let (quarantine, now) = (quarantine(10), Instant::now());
    for name in ["one", "two", "three", "four"] {
        for person in [1, 2, 3, 1, 2] {
            fail_of(&quarantine, name, within(person, 7), 1, now).expect("let in");
        }
    }
    assert!(serve(&quarantine, "five", within(1, 7), now).is_some());
    assert!(serve(&quarantine, "one", within(4, 8), now).is_some());
    assert_eq!(quarantine.closed_for_tenants(now).len(), 4);
    quarantine.lift();
    assert!(serve(&quarantine, "one", within(4, 7), now).is_some());
}
