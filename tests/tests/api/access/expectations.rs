//! The table of who may what, `tests/access.tsv`, as the tests read it.
//!
//! It is written from the documents of the interface and from no guard in the code: what the two disagree about is to fail.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../access.tsv");

/// What the table says of one operation.
#[derive(Debug)]
pub(super) struct Expectation {
    /// As the document has it: `GET /session/organizations/{id}`.
    pub(super) operation: &'static str,
    pub(super) who: Who,
    pub(super) names: Named,
    /// Whoever is not signed in, or brings no key.
    pub(super) signed_out: Option<Refusal>,
    /// Whoever is a little less than who may.
    pub(super) below: Option<Refusal>,
    /// Whoever belongs to another organization, or names what is not there.
    pub(super) outsider: Option<Refusal>,
    pub(super) acting: Acting,
    /// Whoever gave their password more than 15 minutes ago.
    pub(super) recent_password: Option<Refusal>,
    /// Whoever belongs to a suspended organization alone.
    pub(super) suspended: Option<Refusal>,
    /// Of a good call; none where the test has no data to ask for, and looks only whether it is let in.
    pub(super) answers: Option<u16>,
}

/// What a member of a space is, the least first.
pub(super) const SPACE_ROLES: [&str; 4] = ["viewer", "commenter", "editor", "owner"];

/// Status and code.
pub(super) type Refusal = (u16, &'static str);

/// Who may at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Who {
    /// Whoever asks, signed out included.
    Anybody,
    /// An application of the deployment, for somebody who has no session yet.
    Application,
    /// A key with this scope.
    Key(&'static str),
    /// Somebody who is signed in. It is about nobody but them, so nobody is too small.
    Person,
    /// The holder of an account.
    Holder,
    /// A member of the organization.
    Member,
    /// An admin of the organization, and staff with `orgs_manage` where the table has them too.
    Admin { or_staff: bool },
    /// A member of the space with this role, by its place among [`SPACE_ROLES`].
    InSpace(usize),
    /// Staff with exactly these permissions, `alpha` being the tier: none for any of staff.
    Staff(Vec<&'static str>),
}

/// What the path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Nothing,
    /// An organization, and maybe something that it has.
    OfATenant,
    /// A space, and maybe something that it has; or something that lies in one.
    OfASpace,
    /// Something of the deployment, every one of which is shown to staff who may see it. This is none.
    OfTheDeployment {
        unknown: &'static str,
    },
}

/// What somebody may do who acts as the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acting {
    May,
    Refused(Refusal),
    NoSession,
}

/// What the table says, by operation.
pub(super) fn expectations() -> &'static BTreeMap<&'static str, Expectation> {
    static EXPECTATIONS: LazyLock<BTreeMap<&'static str, Expectation>> = LazyLock::new(|| {
        let mut expectations = BTreeMap::new();
        for line in TABLE.lines().skip(1) {
            let expectation = Expectation::of(line);
            let operation = expectation.operation;
            assert!(expectations.insert(operation, expectation).is_none(), "{operation} has two rows");
        }
        expectations
    });
    &EXPECTATIONS
}

impl Expectation {
    fn of(line: &'static str) -> Expectation {
        let fields: Vec<_> = line.split('\t').collect();
        let [operation, who, names, signed_out, below, outsider, acting, recent_password, suspended, answers] =
            fields[..]
        else {
            panic!("ten columns: {line}")
        };
        Expectation {
            operation,
            who: Who::of(who),
            names: match names {
                "-" => Named::Nothing,
                "organization" => Named::OfATenant,
                "space" => Named::OfASpace,
                "number" => Named::OfTheDeployment { unknown: "999999999" },
                "word" => Named::OfTheDeployment { unknown: "nonsense" },
                "hash" => Named::OfTheDeployment {
                    unknown: "0x00000000000000000000000000000000000000000000000000000000000000ff",
                },
                other => panic!("{operation} names {other}"),
            },
            signed_out: refusal(signed_out),
            below: refusal(below),
            outsider: refusal(outsider),
            acting: match acting {
                "may" => Acting::May,
                "-" => Acting::NoSession,
                refused => Acting::Refused(refusal(refused).expect("status and code")),
            },
            recent_password: refusal(recent_password),
            suspended: refusal(suspended),
            answers: (answers != "admitted").then(|| answers.parse().expect("a status")),
        }
    }

    pub(super) fn is_keyed(&self) -> bool {
        matches!(self.who, Who::Key(_))
    }

    pub(super) fn is_for_sessions(&self) -> bool {
        !matches!(self.who, Who::Anybody | Who::Application | Who::Key(_))
    }
}

impl Who {
    fn of(text: &'static str) -> Who {
        match text {
            "anybody" => Who::Anybody,
            "application" => Who::Application,
            "person" => Who::Person,
            "holder" => Who::Holder,
            "member" => Who::Member,
            "admin" => Who::Admin { or_staff: false },
            "admin+orgs_manage" => Who::Admin { or_staff: true },
            "staff:any" => Who::Staff(Vec::new()),
            role if SPACE_ROLES.contains(&role) => {
                Who::InSpace(SPACE_ROLES.iter().position(|known| *known == role).expect("a role"))
            }
            other => match other.split_once(':') {
                Some(("key", scope)) => Who::Key(scope),
                Some(("staff", permissions)) => Who::Staff(permissions.split(',').collect()),
                _ => panic!("who is {other}?"),
            },
        }
    }
}

/// Status and code, as `403 forbidden`; nobody is refused where a line stands.
fn refusal(text: &'static str) -> Option<Refusal> {
    if text == "-" {
        return None;
    }
    let (status, code) = text.split_once(' ').unwrap_or_else(|| panic!("status and code: {text}"));
    Some((status.parse().expect("a status"), code))
}
