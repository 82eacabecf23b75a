//! Refresh tokens: each is good once, and one that comes twice ends its session.

use crate::app_store_support::fresh_stores;
use crate::sign_in::support::{SETTINGS, from, here, host, host_with_ada, is_good, sign_in};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::identity::{OpaqueToken, RefreshError};

#[tokio::test]
async fn a_refresh_wakes_a_session_up_with_a_new_cookie_and_a_closed_window() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let session = sign_in(&host, start).await?;
        let later = start + SETTINGS.idle * 3;
        assert!(!is_good(&host, &session.token, later).await?);
        let token = OpaqueToken::parse(session.refresh_token.expose()).expect("a token");
        let refreshed = host.sessions().refresh(&token, &here(), later).await?;
        assert!(!is_good(&host, &session.token, later).await?, "the old cookie is worth nothing");
        let found = host.sessions().find(&refreshed.token, later).await?.expect("awake");
        assert!(found.session_id == session.session_id && !found.has_sudo(later));
        let next = OpaqueToken::parse(refreshed.refresh_token.expose()).expect("a token");
        host.sessions().refresh(&next, &here(), later).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_refresh_token_that_comes_twice_ends_its_whole_family() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        for (thief, after) in [(from("203.0.113.9"), 1), (here(), 11)] {
            let session = sign_in(&host, start).await?;
            let stolen = OpaqueToken::parse(session.refresh_token.expose()).expect("a token");
            let refreshed = host.sessions().refresh(&stolen, &here(), start).await?;
            let later = start + SignedDuration::from_secs(after);
            let again = host.sessions().refresh(&stolen, &thief, later).await;
            assert!(matches!(again, Err(RefreshError::Reused)), "{again:?}");
            assert!(!is_good(&host, &refreshed.token, later).await?);
            let next = OpaqueToken::parse(refreshed.refresh_token.expose()).expect("a token");
            let next = host.sessions().refresh(&next, &here(), later).await;
            assert!(matches!(next, Err(RefreshError::Unknown)), "{next:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn the_same_client_gets_the_same_successor_for_ten_seconds_on_any_host() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (here_host, ..) = host_with_ada(&fresh).await?;
        let there_host = host(&fresh.store).await?;
        let start = Timestamp::now();
        let session = sign_in(&here_host, start).await?;
        let token = OpaqueToken::parse(session.refresh_token.expose()).expect("a token");
        let place = here();
        let (first, second) = tokio::join!(
            here_host.sessions().refresh(&token, &place, start),
            there_host.sessions().refresh(&token, &place, start)
        );
        let (first, second) = (first?, second?);
        let third = there_host.sessions().refresh(&token, &here(), start + SignedDuration::from_secs(10)).await?;
        for other in [&second, &third] {
            assert_eq!(other.refresh_token.expose(), first.refresh_token.expose());
            assert_eq!(other.token.secret().expose(), first.token.secret().expose());
        }
        assert!(is_good(&there_host, &first.token, start).await?);
    }
    Ok(())
}

#[tokio::test]
async fn an_old_unknown_or_signed_out_refresh_token_is_worth_nothing() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (host, ..) = host_with_ada(&fresh).await?;
        let start = Timestamp::now();
        let session = sign_in(&host, start).await?;
        let token = OpaqueToken::parse(session.refresh_token.expose()).expect("a token");
        let cases = [(token.clone(), SETTINGS.refresh), (OpaqueToken::generate(), SignedDuration::ZERO)];
        for (token, after) in cases {
            let refused = host.sessions().refresh(&token, &here(), start + after).await;
            assert!(matches!(refused, Err(RefreshError::Unknown)), "{refused:?}");
        }
        host.sessions().end(session.session_id).await?;
        let refused = host.sessions().refresh(&token, &here(), start).await;
        assert!(matches!(refused, Err(RefreshError::Unknown)), "{refused:?}");
    }
    Ok(())
}
