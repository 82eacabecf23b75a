//! The table of who may what, `tests/access.tsv`, as the tests read it.
//!
//! It is written from the documents of the interface and from no guard in the code: what the two disagree about is to fail.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../access.tsv");

/// The row of the table for one operation.
#[derive(Debug)]
pub(super) struct Expectation {
    /// The operation as the document has it: `GET /session/organizations/{id}`.
    pub(super) operation: &'static str,
    pub(super) who: Who,
    pub(super) names: Named,
    /// The refusal of a caller who is not signed in, or brings no key.
    pub(super) signed_out: Option<Refusal>,
    /// The refusal of a caller whose rank is a little below the least that may.
    pub(super) below: Option<Refusal>,
    /// The refusal of a caller who belongs to another organization, or names a thing that is not there.
    pub(super) outsider: Option<Refusal>,
    pub(super) acting: Acting,
    /// The refusal of a caller who gave their password more than 15 minutes ago.
    pub(super) recent_password: Option<Refusal>,
    /// The refusal of a caller whose only organization is suspended.
    pub(super) suspended: Option<Refusal>,
    /// The status of a good call; none where the test has no data to ask for, and looks only whether it is let in.
    pub(super) answers: Option<u16>,
}

/// The roles of a space's members, the least first.
pub(super) const SPACE_ROLES: [&str; 4] = ["viewer", "commenter", "editor", "owner"];

/// Status and code.
pub(super) type Refusal = (u16, &'static str);

/// The least caller who may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Who {
    /// Every caller may, signed out included.
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

/// The thing that the path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Nothing,
    /// An organization, and maybe something that it has.
    OfAnOrganization,
    /// A space, and maybe something that it has; or something that lies in one.
    OfASpace,
    /// Something of the deployment, every one of which is shown to staff who may see it. The named one does not exist.
    OfTheDeployment {
        unknown: &'static str,
    },
}

/// The rights of somebody who acts as the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acting {
    May,
    Refused(Refusal),
    NoSession,
}

/// Gives the rows of the table, by operation.
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
                "organization" => Named::OfAnOrganization,
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
