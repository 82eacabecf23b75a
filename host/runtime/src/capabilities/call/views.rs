//! The parts of a call that each capability gets, and no others.

use crate::capabilities::accounts::AccountCalls;
use crate::capabilities::call::Call;
use crate::capabilities::following::FollowingCalls;
use crate::capabilities::identity::IdentityCalls;
use crate::capabilities::key_value::KeyValueCalls;
use crate::capabilities::modules::ModuleCalls;
use crate::capabilities::name_lookup::NameCalls;
use crate::capabilities::objects::ObjectCalls;
use crate::capabilities::organizations::OrganizationCalls;
use crate::capabilities::outbound_http::OutboundCalls;
use crate::capabilities::outbox::OutboxCalls;
use crate::capabilities::people::PeopleCalls;
use crate::capabilities::secrets::SecretCalls;

impl Call {
    /// `accounts`.
    pub fn accounts(&mut self) -> AccountCalls<'_> {
        AccountCalls { frame: &mut self.frame, requester: &self.requester, left: &mut self.calls_left.accounts }
    }

    /// Marks and turns, of `jobs`.
    pub fn marks(&mut self) -> FollowingCalls<'_> {
        FollowingCalls { frame: &mut self.frame, statements: &mut self.statements, job: self.following.as_mut() }
    }

    /// `identity`.
    pub fn identity(&mut self) -> IdentityCalls<'_> {
        IdentityCalls { frame: &mut self.frame, caller: &self.requester.caller }
    }

    /// `key-value`.
    pub fn key_values(&mut self) -> KeyValueCalls<'_> {
        KeyValueCalls { frame: &mut self.frame, left: &mut self.calls_left.key_values }
    }

    /// `modules`.
    pub fn modules(&mut self) -> ModuleCalls<'_> {
        ModuleCalls { frame: &mut self.frame, requester: &self.requester }
    }

    /// `name-lookup`.
    pub fn names(&mut self) -> NameCalls<'_> {
        NameCalls { frame: &mut self.frame, left: &mut self.calls_left.names }
    }

    /// `objects`.
    pub fn objects(&mut self) -> ObjectCalls<'_> {
        ObjectCalls {
            frame: &mut self.frame,
            requester: &self.requester,
            guarded: self.route.guarded.as_deref(),
            left: &mut self.objects,
        }
    }

    /// `api-keys`, `invitations` and `single-sign-on`.
    pub fn organizations(&mut self) -> OrganizationCalls<'_> {
        OrganizationCalls { frame: &mut self.frame, requester: &self.requester, statements: &mut self.statements }
    }

    /// `outbound-http`.
    pub fn outbound(&mut self) -> OutboundCalls<'_> {
        OutboundCalls { frame: &mut self.frame, share: &mut self.calls_left.outbound }
    }

    /// `audit`, `events`, `jobs` and `mail`.
    pub fn outbox(&mut self) -> OutboxCalls<'_> {
        OutboxCalls {
            frame: &mut self.frame,
            requester: &self.requester,
            guarded: self.route.guarded.as_deref(),
            statements: &mut self.statements,
            left: &mut self.written,
            running_job: self.running_job.as_ref(),
        }
    }

    /// `people`.
    pub fn people(&mut self) -> PeopleCalls<'_> {
        PeopleCalls { frame: &mut self.frame, requester: &self.requester }
    }

    /// `secrets`.
    pub fn secrets(&mut self) -> SecretCalls<'_> {
        SecretCalls {
            frame: &mut self.frame,
            left: &mut self.calls_left.secrets,
            passwords_left: &mut self.calls_left.passwords,
        }
    }
}
