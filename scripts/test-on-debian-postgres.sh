#!/usr/bin/env bash
# Runs the upgrade test and the integration tests, except those of the embedded server and of the image, on Debian's
# PostgreSQL through DATABASE_URL. The cluster is created for this run and removed at the end.
# usage: scripts/test-on-debian-postgres.sh [arguments of Jest, such as --shard=1/3]
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
data=$(mktemp -d /tmp/debian-postgres.XXXXXX)
port=${PGPORT:-54329}
run() { if [ "$(id -u)" = 0 ]; then su postgres -s /bin/bash -c "$*"; else bash -c "$*"; fi; }
[ "$(id -u)" != 0 ] || chown postgres "$data"
cleanup() { run "$bin/pg_ctl -D $data/cluster stop -m fast" >/dev/null 2>&1 || true; rm -rf "$data"; }
trap cleanup EXIT

"$bin/postgres" --version
run "$bin/initdb -D $data/cluster -U postgres -A trust -E UTF8 --locale=C.UTF-8" >/dev/null
# A crash of the machine may lose this data, as in test/support/test-server.ts.
settings='-c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off -c synchronous_commit=off -c full_page_writes=off'
run "$bin/pg_ctl -D $data/cluster -l $data/log -w -o '-p $port -k $data $settings' start" >/dev/null
DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres" npm run --silent jest -- 'test/integration/(?!embedded|image|helm)' test/upgrade "$@"
