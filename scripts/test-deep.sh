#!/usr/bin/env bash
# Runs everything at full depth, in minutes to hours: every spec file with TEST_DEPTH=deep, those of test/deep one at a
# time because they measure, the calls with reads on a standby, mixed load while processes are killed, and the
# integration tests on Debian's PostgreSQL.
# TEST_SEED is the seed of the random numbers.
set -euo pipefail
cd "$(dirname "$0")/.."
export TEST_DEPTH=deep

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

step 'Every spec file at full depth'
npm run --silent jest -- --selectProjects unit database browser thorough
step 'The deep spec files'
npm run --silent jest -- --selectProjects deep --runInBand
step 'The calls with reads on a standby'
TEST_STANDBY=true npm run --silent jest -- --selectProjects database thorough --testPathPatterns test/e2e
step 'Mixed load'
npm run --silent soak -- --minutes "${SOAK_MINUTES:-10}" --kill-every 60
step "The integration tests on Debian's PostgreSQL"
bash scripts/test-on-debian-postgres.sh
step 'Done'
