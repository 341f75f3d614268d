/** Number of repetitions in random and repeated tests: TEST_DEPTH, `everyday` by default. */
const DEPTHS = ['everyday', 'deep'] as const;
type Depth = (typeof DEPTHS)[number];

const named = process.env.TEST_DEPTH ?? 'everyday';
const depth = DEPTHS.find((known) => known === named);
if (depth === undefined) throw new Error(`TEST_DEPTH must be one of ${DEPTHS.join(', ')}, not ${named}.`);

export const isDeep = depth === 'deep';

/** Returns the number of rounds for the depth of this run. */
export function getRounds(counts: Readonly<Record<Depth, number>>): number {
  return counts[depth ?? 'everyday'];
}

/** Reads and prints the random seed of a spec: the environment variable, TEST_SEED, or the default. */
export function readSeed(variable: string, defaultSeed: number): number {
  const seed = Number(process.env[variable] ?? process.env.TEST_SEED ?? defaultSeed);
  process.stdout.write(`${variable}=${seed}\n`);
  return seed;
}

/** Creates a generator of numbers from 0 to 1 (exclusive) that depend only on the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
