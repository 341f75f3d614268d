#!/usr/bin/env bash
# The share of the deep run that every check has: what is random, with the numbers that begin at TEST_SEED.
set -euo pipefail
cd "$(dirname "$0")/.."

FUZZ_REQUESTS=${FUZZ_REQUESTS:-2000} npm run --silent jest -- --maxWorkers=1 test/deep/fuzz.spec.ts test/crash/kill.spec.ts \
  test/crash/books.spec.ts test/e2e/collection-interleavings.spec.ts test/e2e/fire-random-actions.spec.ts
TEST_DEPTH=deep npm run --silent jest -- --maxWorkers=1 src/pricing/calculate.properties.spec.ts test/e2e/fire-any-value.spec.ts \
  test/e2e/motor-any-value.spec.ts
