//! Configuration → where emails go.

use quarry_config::Configuration;
use quarry_identity::mail::{MailDelivery, MailError, MailTransport};

pub(super) fn delivery(configuration: &Configuration) -> Result<MailDelivery, MailError> {
    let section = &configuration.mail;
    let transport = match section.smtp_url.given() {
        Some(url) => MailTransport::smtp(url)?,
        None => {
            let folder = match section.folder.as_os_str().is_empty() {
                true => configuration.paths.data_dir.join("mail"),
                false => section.folder.clone(),
            };
            tracing::info!(folder = %folder.display(), "there is no mail server: letters are written to a folder");
            MailTransport::folder(&folder)?
        }
    };
    MailDelivery::new(transport, &section.from)
}
