#!/usr/bin/env bash
# Runs the part of the deep tests that belongs to a CI run, with random numbers from TEST_SEED: by turns random requests
# with a rolling restart, or random prices.
set -euo pipefail
cd "$(dirname "$0")/.."

requests=(test/deep/fuzz.spec.ts test/deep/rolling-restart.spec.ts)
prices=(src/pricing/calculate.properties.spec.ts test/e2e/fire-any-value.spec.ts test/e2e/motor-any-value.spec.ts)
[ $((${TEST_SEED:-0} % 2)) = 0 ] && files=("${requests[@]}") || files=("${prices[@]}")

FUZZ_REQUESTS=${FUZZ_REQUESTS:-2000} TEST_DEPTH=deep npm run --silent jest -- --maxWorkers=1 "${files[@]}"
