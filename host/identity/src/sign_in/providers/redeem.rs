//! From an authorization code to a person.

use crate::sign_in::providers::claims::{Told, person};
use crate::sign_in::providers::discovered::Discovered;
use crate::sign_in::providers::error::{ProviderError, ProviderHttpError};
use crate::sign_in::providers::settings::Provider;
use crate::sign_in::providers::{ProviderPerson, Providers};
use jiff::Timestamp;
use openidconnect::core::{CoreClient, CoreClientAuthMethod, CoreIdTokenClaims, CoreTokenResponse, CoreUserInfoClaims};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, Nonce, OAuth2TokenResponse, PkceCodeVerifier, RedirectUrl, RequestTokenError,
    SignatureVerificationError, StandardErrorResponse, TokenResponse,
};
use quarry_contract::Secret;

/// The values that the browser brought back from a provider.
#[derive(Debug)]
pub struct ProviderCode {
    /// The provider's key.
    pub provider: String,
    pub code: Secret,
    /// RFC 7636: 43 to 128 characters whose SHA-256 was sent along as the challenge.
    pub code_verifier: Secret,
    /// As it was sent along.
    pub redirect_uri: String,
    /// The value that was sent along as `nonce`, if one was.
    pub nonce: Option<Secret>,
}

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;
type Refusal = RequestTokenError<ProviderHttpError, StandardErrorResponse<openidconnect::core::CoreErrorResponseType>>;

impl Providers {
    /// Redeems a code at its provider and checks what comes back.
    pub(in crate::sign_in) async fn redeem(
        &self,
        provider: &Provider,
        code: ProviderCode,
        now: Timestamp,
    ) -> Result<ProviderPerson, ProviderError> {
        let verifier = code.code_verifier.expose();
        if !is_verifier(verifier) {
            let problem = "it has 43 to 128 letters, digits and - . _ ~ (RFC 7636)";
            return Err(ProviderError::Request { field: "code_verifier", problem });
        }
        let redirect_uri = RedirectUrl::new(code.redirect_uri.clone())
            .map_err(|_| ProviderError::Request { field: "redirect_uri", problem: "it is not a URL" })?;
        let issuer = &provider.issuer;
        let discovered = self.discovery.of(issuer, &self.http).await?;
        let busy = |_| ProviderError::Busy { issuer: issuer.clone() };
        let _turn = discovered.turns.try_acquire().map_err(busy)?;
        let client = client(provider, &discovered).set_redirect_uri(redirect_uri);
        let request = client.exchange_code(AuthorizationCode::new(code.code.expose().to_owned())).map_err(|_| {
            ProviderError::Unreachable { issuer: issuer.clone(), problem: "it has no token_endpoint".to_owned() }
        })?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned()));
        let tokens = request.request_async(&self.http).await.map_err(|refusal| not_redeemed(issuer, &refusal))?;
        let mut claims = verified(&client, &tokens, code.nonce.as_ref());
        if matches!(
            &claims,
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey))
        ) && discovered.fetch_keys(&self.http).await
        {
            claims = verified(&self::client(provider, &discovered), &tokens, code.nonce.as_ref());
        }
        let not_good = |reason: String| ProviderError::Token { issuer: issuer.clone(), reason };
        let claims = claims.map_err(|error| not_good(reason(&error).to_owned()))?;
        let mut told = Told::from(&claims);
        if !told.has_email()
            && let Some(beside) = self.user_info(&client, &tokens, &claims).await
        {
            told = Told::from(&beside);
        }
        person(issuer, &claims, told, now)
    }

    /// Asks the provider for the person's details, because the ID token may lack an email address. The subject must be the
    /// token's. `None` where the provider does not answer: then there is no address.
    async fn user_info(
        &self,
        client: &Client,
        tokens: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> Option<CoreUserInfoClaims> {
        let subject = claims.subject().clone();
        let request = client.user_info(tokens.access_token().clone(), Some(subject)).ok()?;
        request.request_async(&self.http).await.ok()
    }
}

fn client(provider: &Provider, discovered: &Discovered) -> Client {
    let secret = ClientSecret::new(provider.client_secret.expose().to_owned());
    let metadata = discovered.trusted();
    let methods = metadata.token_endpoint_auth_methods_supported().cloned().unwrap_or_default();
    let wants_post = methods.contains(&CoreClientAuthMethod::ClientSecretPost)
        && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic);
    let client = CoreClient::from_provider_metadata(metadata, ClientId::new(provider.client_id.clone()), Some(secret));
    client.set_auth_type(if wants_post { AuthType::RequestBody } else { AuthType::BasicAuth })
}

/// The claims of an ID token: issuer, audience, signature and time are right, and the nonce where one was sent.
fn verified(
    client: &Client,
    tokens: &CoreTokenResponse,
    nonce: Option<&Secret>,
) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
    let missing = || ClaimsVerificationError::Other("there is no ID token".to_owned());
    let id_token = tokens.id_token().ok_or_else(missing)?;
    let verifier = client.id_token_verifier();
    let claims = match nonce {
        Some(nonce) => id_token.claims(&verifier, &Nonce::new(nonce.expose().to_owned())),
        None => id_token.claims(&verifier, |_: Option<&Nonce>| Ok(())),
    };
    claims.cloned()
}

/// The fault of a token, without the token's own text: that is another server's.
fn reason(error: &ClaimsVerificationError) -> &'static str {
    match error {
        ClaimsVerificationError::Expired(_) => "it has expired",
        ClaimsVerificationError::InvalidAudience(_) => "it is for somebody else (audience)",
        ClaimsVerificationError::InvalidIssuer(_) => "it names another issuer",
        ClaimsVerificationError::InvalidNonce(_) => "its nonce is not the one that was sent",
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey) => {
            "it names a key that the provider does not publish"
        }
        ClaimsVerificationError::SignatureVerification(_) => "its signature is wrong",
        _ => "it is missing, or not as OpenID Connect has it",
    }
}

fn not_redeemed(issuer: &str, refusal: &Refusal) -> ProviderError {
    let issuer = issuer.to_owned();
    match refusal {
        // The code of the error is one of a few words of RFC 6749; an unknown one is another server's text.
        RequestTokenError::ServerResponse(answer) => {
            let is_of_word = |character: &char| character.is_ascii_lowercase() || *character == '_';
            let reason = answer.error().as_ref().chars().filter(is_of_word).take(40).collect();
            ProviderError::CodeRefused { issuer, reason }
        }
        RequestTokenError::Request(error) => ProviderError::Unreachable { issuer, problem: error.to_string() },
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            ProviderError::CodeRefused { issuer, reason: "its answer is not as OpenID Connect has it".to_owned() }
        }
    }
}

fn is_verifier(text: &str) -> bool {
    (43..=128).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~'))
}
