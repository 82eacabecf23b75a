//! `?` in a job: which failures of the host's calls may pass, and which stay however often the job is tried.

use crate::JobFailure;
use crate::Problem;
use crate::key_value::KeyValueFailure;
use crate::name_lookup::NameFailure;
use crate::objects::ObjectFailure;
use crate::outbound_http::OutboundFailure;
use crate::secret::SecretFailure;
use crate::statement::StatementFailure;

/// A statement that the host refused is a mistake of the component; any other failure may pass.
impl From<StatementFailure> for JobFailure {
    fn from(failure: StatementFailure) -> JobFailure {
        match failure {
            StatementFailure::Unavailable(detail)
            | StatementFailure::DeadlineExceeded(detail)
            | StatementFailure::LimitExceeded(detail)
            | StatementFailure::Conflict(detail) => JobFailure::Retry(detail),
            StatementFailure::Rejected(detail) => JobFailure::GiveUp(detail),
        }
    }
}

/// A store that is down comes back; a quota does not grow by itself.
impl From<KeyValueFailure> for JobFailure {
    fn from(failure: KeyValueFailure) -> JobFailure {
        match failure {
            KeyValueFailure::Unavailable(detail) => JobFailure::Retry(detail),
            KeyValueFailure::NotGranted(detail)
            | KeyValueFailure::Rejected(detail)
            | KeyValueFailure::TooLarge(detail)
            | KeyValueFailure::QuotaExceeded(detail) => JobFailure::GiveUp(detail),
        }
    }
}

/// A server that does not answer as it should may do so later; one that may not be asked may not be asked later.
impl From<OutboundFailure> for JobFailure {
    fn from(failure: OutboundFailure) -> JobFailure {
        match failure {
            OutboundFailure::Unreachable(detail)
            | OutboundFailure::LimitExceeded(detail)
            | OutboundFailure::DeadlineExceeded(detail) => JobFailure::Retry(detail),
            OutboundFailure::NotGranted(detail)
            | OutboundFailure::ServerNotGiven(detail)
            | OutboundFailure::Rejected(detail)
            | OutboundFailure::AddressRefused(detail) => JobFailure::GiveUp(detail),
        }
    }
}

/// A call that the host refused is a mistake of the component; any other failure may pass.
impl From<ObjectFailure> for JobFailure {
    fn from(failure: ObjectFailure) -> JobFailure {
        match failure {
            ObjectFailure::Unavailable(detail)
            | ObjectFailure::DeadlineExceeded(detail)
            | ObjectFailure::LimitExceeded(detail) => JobFailure::Retry(detail),
            ObjectFailure::Rejected(detail) => JobFailure::GiveUp(detail),
        }
    }
}

/// A secret that is not available now may be available later.
impl From<SecretFailure> for JobFailure {
    fn from(failure: SecretFailure) -> JobFailure {
        match failure {
            SecretFailure::Unavailable(detail) => JobFailure::Retry(detail),
            SecretFailure::NotGranted(detail)
            | SecretFailure::Rejected(detail)
            | SecretFailure::LimitExceeded(detail) => JobFailure::GiveUp(detail),
        }
    }
}

/// A name server that does not answer may do so later.
impl From<NameFailure> for JobFailure {
    fn from(failure: NameFailure) -> JobFailure {
        match failure {
            NameFailure::Unavailable(detail) => JobFailure::Retry(detail),
            NameFailure::NotGranted(detail)
            | NameFailure::Rejected(detail)
            | NameFailure::LimitExceeded(detail)
            | NameFailure::Refused(detail) => JobFailure::GiveUp(detail),
        }
    }
}

/// Turns a problem of code that endpoints and jobs share into a failure: a 503 may pass, a refusal does not.
impl From<Problem> for JobFailure {
    fn from(problem: Problem) -> JobFailure {
        match problem.status() {
            503 => JobFailure::Retry(problem.detail().to_owned()),
            _ => JobFailure::GiveUp(problem.detail().to_owned()),
        }
    }
}
