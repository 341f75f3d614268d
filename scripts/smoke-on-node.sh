#!/usr/bin/env bash
# Runs the built program on another version of Node, from the npm package `node`: starts on the embedded database, runs
# the walkthrough, stops. With --unit runs the unit tests on it, too.
# usage: scripts/smoke-on-node.sh 22|24 [--unit]
set -euo pipefail
cd "$(dirname "$0")/.."

version=$1
folder=.cache/node-$version
data=$(mktemp -d /tmp/smoke.XXXXXX)
server=
cleanup() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; [ -z "$server" ] || wait "$server" || true; rm -rf "$data"; }
trap cleanup EXIT

npm install --no-save --no-audit --no-fund --silent --prefix "$folder" "node@$version"
node=$(find "$PWD/$folder/node_modules/node" -path '*/bin/node' -type f | head -n 1)
"$node" --version

# The user of the embedded server needs access.
chmod 755 "$data"
PORT=0 HTTPS_PORT=0 ADMIN_PORT=0 DEMO=true DATA_DIR="$data" LOG_LEVEL=warn "$node" dist/src/main.js &
server=$!
for _ in $(seq 240); do [ -f "$data/demo.json" ] && break; kill -0 "$server"; sleep 0.25; done
WALKTHROUGH_DEMO="$data/demo.json" "$node" examples/walkthrough.mjs | grep '^Done'
kill -TERM "$server" && wait "$server"
server=
[ "${2:-}" != --unit ] || "$node" node_modules/jest/bin/jest.js --selectProjects unit --silent --reporters=summary
