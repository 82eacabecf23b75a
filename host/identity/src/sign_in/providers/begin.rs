//! The address that a browser is sent to for signing in.

use crate::sign_in::providers::error::ProviderError;
use crate::sign_in::providers::{Providers, organizations};
use url::{Host, Url};

/// The application's choice of a provider.
#[derive(Debug, Clone)]
pub enum ProviderChoice {
    Key(String),
    /// The provider of the organization whose verified domain the address belongs to.
    Email(String),
}

/// The values that the application sends along with a browser.
#[derive(Debug, Clone)]
pub struct BeginProvider {
    pub choice: ProviderChoice,
    /// The address that the provider sends the browser to afterwards.
    pub redirect_uri: String,
    /// Comes back with the browser; the application knows by it that it began this.
    pub state: String,
    /// Comes back within the ID token.
    pub nonce: Option<String>,
    /// SHA-256 of the verifier in base64url without padding (RFC 7636, S256).
    pub code_challenge: String,
    /// The provider is to ask for the password again, and to say when it did: for the sudo window.
    pub is_fresh: bool,
}

impl Providers {
    /// The provider's key, and the address to send the browser to.
    pub async fn begin(&self, begin: &BeginProvider) -> Result<(String, Url), ProviderError> {
        check_redirect(&begin.redirect_uri)?;
        if !is_challenge(&begin.code_challenge) {
            let problem = "it is the SHA-256 of the verifier, 43 characters of base64url without padding (S256)";
            return Err(ProviderError::Request { field: "code_challenge", problem });
        }
        let provider = match &begin.choice {
            ProviderChoice::Key(key) => self.find(key).await?,
            ProviderChoice::Email(email) => organizations::of_email(&self.store, &self.secret_keys, email)
                .await?
                .ok_or(ProviderError::NoneForEmail)?,
        };
        let discovered = self.discovery.of(&provider.issuer, &self.http).await?;
        let mut url = discovered.metadata.authorization_endpoint().url().clone();
        {
            let mut query = url.query_pairs_mut();
            query
                .append_pair("response_type", "code")
                .append_pair("scope", "openid email profile")
                .append_pair("client_id", &provider.client_id)
                .append_pair("redirect_uri", &begin.redirect_uri)
                .append_pair("state", &begin.state)
                .append_pair("code_challenge", &begin.code_challenge)
                .append_pair("code_challenge_method", "S256");
            if let Some(nonce) = &begin.nonce {
                query.append_pair("nonce", nonce);
            }
            if let ProviderChoice::Email(email) = &begin.choice {
                query.append_pair("login_hint", email);
            }
            if begin.is_fresh {
                // The second says the first to providers that do not know it, and has them tell when it was.
                query.append_pair("prompt", "login").append_pair("max_age", "0");
            }
        }
        Ok((provider.key, url))
    }
}

/// An address of a web application: https, or http on the same machine.
fn check_redirect(redirect_uri: &str) -> Result<(), ProviderError> {
    let refused = |problem| Err(ProviderError::Request { field: "redirect_uri", problem });
    let Ok(url) = Url::parse(redirect_uri) else { return refused("it is not a URL") };
    let is_this_machine = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    match url.scheme() {
        _ if url.fragment().is_some() => refused("it has a fragment"),
        "https" => Ok(()),
        "http" if is_this_machine => Ok(()),
        _ => refused("it is neither https nor http on this machine"),
    }
}

fn is_challenge(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
