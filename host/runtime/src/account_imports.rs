//! A person's own account, connected to the engine.

use crate::bindings::quarry::plugin::accounts;
use crate::capabilities::{AccountFailure, SecretHandle};
use crate::instance::State;
use quarry_identity::personal_data::{DataExport, Deletion, ExportState, KeptBack, OwnedOrganization};
use wasmtime::component::Resource;

type Outcome<T> = wasmtime::Result<Result<T, accounts::AccountFailure>>;

impl accounts::Host for State {
    async fn show_standing(&mut self) -> Outcome<accounts::Standing> {
        let status = Box::pin(self.call.accounts().status()).await;
        Ok(status.map_err(failure_to_guest).map(|status| accounts::Standing {
            session_id: status.session_id,
            has_password: status.has_password,
            two_factor: accounts::TwoFactorStatus {
                is_on: status.two_factor.is_on,
                is_being_set_up: status.two_factor.is_being_set_up,
                recovery_codes_left: status.two_factor.recovery_codes_left,
            },
            data_export: status.data_export.map(export_to_guest),
        }))
    }

    async fn show_deletion(&mut self) -> Outcome<accounts::Deletion> {
        let plan = Box::pin(self.call.accounts().plan_deletion()).await;
        Ok(plan.map(deletion_to_guest).map_err(failure_to_guest))
    }

    async fn rename(&mut self, name: String) -> Outcome<()> {
        Ok(Box::pin(self.call.accounts().rename(&name)).await.map_err(failure_to_guest))
    }

    async fn change_password(&mut self, password: Resource<SecretHandle>) -> Outcome<()> {
        let password = self.table.get(&password)?;
        Ok(Box::pin(self.call.accounts().change_password(password)).await.map_err(failure_to_guest))
    }

    async fn sign_out_elsewhere(&mut self) -> Outcome<u64> {
        Ok(Box::pin(self.call.accounts().sign_out_elsewhere()).await.map_err(failure_to_guest))
    }

    async fn begin_two_factor(&mut self, replaces: bool) -> Outcome<accounts::AuthenticatorSetup> {
        match Box::pin(self.call.accounts().begin_two_factor(replaces)).await {
            Ok(setup) => Ok(Ok(accounts::AuthenticatorSetup {
                secret: self.table.push(setup.secret)?,
                uri: self.table.push(setup.uri)?,
            })),
            Err(failure) => Ok(Err(failure_to_guest(failure))),
        }
    }

    async fn confirm_two_factor(&mut self, code: Resource<SecretHandle>) -> Outcome<Vec<Resource<SecretHandle>>> {
        let code = self.table.get(&code)?;
        let codes = Box::pin(self.call.accounts().confirm_two_factor(code)).await;
        self.codes_to_guest(codes)
    }

    async fn renew_recovery_codes(&mut self) -> Outcome<Vec<Resource<SecretHandle>>> {
        let codes = Box::pin(self.call.accounts().renew_recovery_codes()).await;
        self.codes_to_guest(codes)
    }

    async fn keep_two_factor(&mut self) -> Outcome<()> {
        Ok(Box::pin(self.call.accounts().keep_two_factor()).await.map_err(failure_to_guest))
    }

    async fn end_two_factor(&mut self) -> Outcome<()> {
        Ok(Box::pin(self.call.accounts().end_two_factor()).await.map_err(failure_to_guest))
    }

    async fn request_export(&mut self) -> Outcome<accounts::DataExport> {
        let export = Box::pin(self.call.accounts().request_export()).await;
        Ok(export.map(export_to_guest).map_err(failure_to_guest))
    }

    async fn delete_account(&mut self) -> Outcome<accounts::Deletion> {
        let deletion = Box::pin(self.call.accounts().delete()).await;
        Ok(deletion.map(deletion_to_guest).map_err(failure_to_guest))
    }
}

impl State {
    fn codes_to_guest(
        &mut self,
        codes: Result<Vec<SecretHandle>, AccountFailure>,
    ) -> Outcome<Vec<Resource<SecretHandle>>> {
        match codes {
            Ok(codes) => {
                let handles = codes.into_iter().map(|code| self.table.push(code));
                Ok(Ok(handles.collect::<Result<_, _>>()?))
            }
            Err(failure) => Ok(Err(failure_to_guest(failure))),
        }
    }
}

fn export_to_guest(export: DataExport) -> accounts::DataExport {
    accounts::DataExport {
        state: match export.state {
            ExportState::Running => accounts::ExportState::Running,
            ExportState::Ready => accounts::ExportState::Ready,
            ExportState::Failed => accounts::ExportState::Failed,
            ExportState::Expired => accounts::ExportState::Expired,
        },
        requested_at: export.requested_at.as_microsecond(),
        ready_at: export.ready_at.map(|time| time.as_microsecond()),
        expires_at: export.expires_at.map(|time| time.as_microsecond()),
        size_bytes: export.size_bytes,
        download_path: export.download_path,
    }
}

fn deletion_to_guest(deletion: Deletion) -> accounts::Deletion {
    accounts::Deletion {
        owned_with_others: organizations_to_guest(deletion.owned_with_others),
        kept_back: deletion.kept_back.into_iter().map(kept_back_to_guest).collect(),
        removed_organizations: organizations_to_guest(deletion.removed_organizations),
        removed: deletion.removed,
        kept: deletion
            .kept
            .into_iter()
            .map(|kept| accounts::KeptData { thing: kept.thing, reason: kept.reason })
            .collect(),
    }
}

fn kept_back_to_guest(kept: KeptBack) -> accounts::KeptBack {
    accounts::KeptBack { code: kept.code, sentence: kept.sentence, member: kept.member, rows: kept.rows.to_string() }
}

fn organizations_to_guest(organizations: Vec<OwnedOrganization>) -> Vec<accounts::Organization> {
    organizations
        .into_iter()
        .map(|organization| accounts::Organization { id: organization.id, name: organization.name })
        .collect()
}

fn failure_to_guest(failure: AccountFailure) -> accounts::AccountFailure {
    use accounts::AccountFailure as Guest;
    match failure {
        AccountFailure::NotGranted(sentence) => Guest::NotGranted(sentence),
        AccountFailure::Rejected(sentence) => Guest::Rejected(sentence),
        AccountFailure::Impersonating(sentence) => Guest::Acting(sentence),
        AccountFailure::SudoRequired(sentence) => Guest::SudoRequired(sentence),
        AccountFailure::SessionEnded(sentence) => Guest::SessionEnded(sentence),
        AccountFailure::InvalidName(sentence) => Guest::InvalidName(sentence),
        AccountFailure::WeakPassword(sentence) => Guest::WeakPassword(sentence),
        AccountFailure::WrongCode(sentence) => Guest::WrongCode(sentence),
        AccountFailure::TwoFactorIsOn(sentence) => Guest::TwoFactorIsOn(sentence),
        AccountFailure::TwoFactorIsOff(sentence) => Guest::TwoFactorIsOff(sentence),
        AccountFailure::NoSetup(sentence) => Guest::NoSetUp(sentence),
        AccountFailure::ExportIsRunning(sentence) => Guest::ExportIsRunning(sentence),
        AccountFailure::OwnsOrganizations(owned) => Guest::OwnsOrganizations(organizations_to_guest(owned)),
        AccountFailure::KeptBack(kept) => Guest::KeptBack(kept_back_to_guest(*kept)),
        AccountFailure::Unavailable(sentence) => Guest::Unavailable(sentence),
    }
}
