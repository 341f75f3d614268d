#!/usr/bin/env bash
# Everything at full depth: minutes to hours. Every spec file with TEST_DEPTH=deep, those of test/deep one at a time (they measure), mixed load while
# processes are killed, and the integration tests on Debian's PostgreSQL. TEST_SEED is where the random numbers begin.
set -euo pipefail
cd "$(dirname "$0")/.."
export TEST_DEPTH=deep

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

step 'Every spec file at full depth'
npm run --silent jest -- --selectProjects unit database browser
step 'The deep spec files'
npm run --silent jest -- --selectProjects deep --runInBand
step 'Mixed load'
npm run --silent soak -- --minutes "${SOAK_MINUTES:-10}" --kill-every 60
step "The integration tests on Debian's PostgreSQL"
bash scripts/test-on-debian-postgres.sh
step 'Done'
