/**
 * How much of what is random or repeated a run does (kills, fuzz, walks, storms, properties): `everyday` unless
 * TEST_DEPTH says `deep`. Both prove the same; the deep run tries more moments and values.
 */
const DEPTHS = ['everyday', 'deep'] as const;
type Depth = (typeof DEPTHS)[number];

const named = process.env.TEST_DEPTH ?? 'everyday';
const depth = DEPTHS.find((known) => known === named);
if (depth === undefined) throw new Error(`TEST_DEPTH is one of ${DEPTHS.join(', ')}, not ${named}.`);

export const isDeep = depth === 'deep';

/** A number of rounds, runs or steps. */
export function rounds(counts: Readonly<Record<Depth, number>>): number {
  return counts[depth ?? 'everyday'];
}

/** Where the random numbers of a spec begin: what the variable of its name says, or TEST_SEED for all of a run, or the usual one. It is printed. */
export function seedOf(variable: string, usual: number): number {
  const seed = Number(process.env[variable] ?? process.env.TEST_SEED ?? usual);
  process.stdout.write(`${variable}=${seed}\n`);
  return seed;
}

/** Numbers from 0 to 1 (exclusive) that follow from the seed alone (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
