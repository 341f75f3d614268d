#!/usr/bin/env bash
# The share of the deep run that every check has, with the random numbers that begin at TEST_SEED. What is no longer at full depth than every day has
# them in `npm test`.
set -euo pipefail
cd "$(dirname "$0")/.."

FUZZ_REQUESTS=${FUZZ_REQUESTS:-2000} TEST_DEPTH=deep npm run --silent jest -- --maxWorkers=1 test/deep/fuzz.spec.ts test/deep/rolling-restart.spec.ts \
  src/pricing/calculate.properties.spec.ts test/e2e/fire-any-value.spec.ts test/e2e/motor-any-value.spec.ts
