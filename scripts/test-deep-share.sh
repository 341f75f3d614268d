#!/usr/bin/env bash
# Runs the part of the deep tests that belongs to every CI run, with random numbers from TEST_SEED.
set -euo pipefail
cd "$(dirname "$0")/.."

FUZZ_REQUESTS=${FUZZ_REQUESTS:-2000} TEST_DEPTH=deep npm run --silent jest -- --maxWorkers=1 test/deep/fuzz.spec.ts test/deep/rolling-restart.spec.ts \
  src/pricing/calculate.properties.spec.ts test/e2e/fire-any-value.spec.ts test/e2e/motor-any-value.spec.ts
# One failover of the day, at the everyday depth.
TEST_DEPTH=everyday npm run --silent jest -- --maxWorkers=1 test/deep/failover.spec.ts
