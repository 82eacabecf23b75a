//! The ports that the host connects to for others, so that a URL cannot make it speak to mail servers, shells or databases.

/// Ports from 1024 on that browsers refuse to ask, in order (the Fetch standard, "port blocking").
const REFUSED_BY_BROWSERS: [u16; 19] =
    [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080];
/// Ports below this one belong to services with standards of their own; of them only that of `https` is a web server's.
const FIRST_UNRESERVED: u16 = 1024;
const HTTPS: u16 = 443;

/// Tells that a web server may have this port.
pub(super) fn is_of_web_servers(port: u16) -> bool {
    port == HTTPS || (port >= FIRST_UNRESERVED && REFUSED_BY_BROWSERS.binary_search(&port).is_err())
}
