# A PostgreSQL cluster that lives as long as the standard input of this script stays open: the test process holds the
# other end, so the cluster goes with it, however it ends.
#   $1: the folder of the server's programs
# Prints the folder of the cluster's socket once the server answers.
set -eu
programs=$1
folder=$(mktemp -d "${TMPDIR:-/tmp}/quarry-postgres-XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM HUP
fail() {
  cat "$folder/log" >&2
  exit 1
}

# A locale that orders text as people do, where the server has one: what must be compared bytewise has to say so.
create() {
  rm -rf "$folder/data"
  "$programs/initdb" --pgdata="$folder/data" --username=quarry --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync \
    "$@" >"$folder/log" 2>&1
}
create --locale-provider=icu --icu-locale=en-US || create || fail

# No port, so nobody else can take it or connect to it; no syncing, since nothing is to be kept. Seldom vacuumed: there
# is a database for each server of the tests, and a process would look through one of them several times a second.
"$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=400 -c autovacuum_naptime=10min \
  -c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 \
  </dev/null >"$folder/log" 2>&1 &
server=$!
tries=0
until grep -q "database system is ready to accept connections" "$folder/log"; do
  tries=$((tries + 1))
  if [ "$tries" -gt 300 ] || ! kill -0 "$server" 2>/dev/null; then fail; fi
  sleep 0.1
done
echo "$folder"
cat >/dev/null || true
kill -INT "$server"
wait "$server" || true
