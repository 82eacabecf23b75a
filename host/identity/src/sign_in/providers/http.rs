//! The requests of the OpenID Connect library, through the host's guarded client.

use crate::outbound::{LongerAnswer, OutboundClient, OutboundLimits, OutboundRequest};
use crate::sign_in::providers::error::ProviderHttpError;
use bytes::Bytes;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// One request. A sign-in makes two; the first one at a provider, four.
const LIMITS: OutboundLimits =
    OutboundLimits { time: Duration::from_secs(5), max_answer_bytes: 256 << 10, longer: LongerAnswer::Refused };

/// Asks providers. A clone shares the client.
#[derive(Clone, Default)]
pub struct ProviderHttp(Option<Arc<OutboundClient>>);

impl ProviderHttp {
    pub fn new(client: OutboundClient) -> ProviderHttp {
        ProviderHttp(Some(Arc::new(client)))
    }

    /// A client that asks nobody: every provider is unreachable.
    pub fn closed() -> ProviderHttp {
        ProviderHttp(None)
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, ProviderHttpError> {
        let client = self.0.as_ref().ok_or(ProviderHttpError::NoClient)?;
        let (head, body) = request.into_parts();
        let url = Url::parse(&head.uri.to_string()).map_err(|_| ProviderHttpError::Address)?;
        let request = OutboundRequest { method: head.method, url, headers: head.headers, body: Bytes::from(body) };
        let answer = client.send(request, LIMITS).await?;
        let mut response = HttpResponse::new(answer.body.to_vec());
        *response.status_mut() = http::StatusCode::from_u16(answer.status).unwrap_or(http::StatusCode::BAD_GATEWAY);
        *response.headers_mut() = answer.headers;
        Ok(response)
    }
}

impl<'client> AsyncHttpClient<'client> for ProviderHttp {
    type Error = ProviderHttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, ProviderHttpError>> + Send + 'client>>;

    fn call(&'client self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
