import { jest } from '@jest/globals';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { createAfm, buildPartyBody, PartyClient } from '../support/party-client.js';

jest.setTimeout(600_000);

const CALLS = 600;
/** Critical value: two samples of one distribution exceed it once in ten thousand times. */
const CRITICAL = 2.23;
/** The third kind repeats the second one, and their distance measures the noise of the machine. */
const KINDS = ['of another agent', 'unknown', 'unknown too'] as const;
type Kind = (typeof KINDS)[number];
type Samples = Readonly<Record<Kind, number[]>>;

const times = new Map<string, Samples>();
let app: FireApp;
/** Agent whose customers they are. */
let stranger: PartyClient;
let prober: PartyClient;

beforeAll(async () => {
  app = await FireApp.start();
  stranger = new PartyClient((await app.createAgent({ code: 'STRANGER' })).sandbox);
  prober = new PartyClient((await app.createAgent({ code: 'PROBER' })).sandbox);
});
afterAll(() => app.stop());

async function measure(call: string, kind: Kind, work: () => Promise<unknown>): Promise<void> {
  const samples: Samples = times.get(call) ?? { 'of another agent': [], unknown: [], 'unknown too': [] };
  times.set(call, samples);
  const start = performance.now();
  await work();
  samples[kind].push(performance.now() - start);
}

/** Returns the largest difference between the cumulative distributions (Kolmogorov-Smirnov), from 0 to 1. */
function distance(one: readonly number[], other: readonly number[]): number {
  const shareWithin = (limit: number, sample: readonly number[]): number => sample.filter((time) => time <= limit).length / sample.length;
  return Math.max(...[...one, ...other].map((limit) => Math.abs(shareWithin(limit, one) - shareWithin(limit, other))));
}

/** An agent must not learn from response times which persons are customers of another agent. */
it('a call takes as long for an AFM that is another agent’s customer as for an unknown one', async () => {
  const customers = Array.from({ length: CALLS }, () => createAfm());
  for (const afm of customers) await stranger.insert(buildPartyBody({ afm }));
  await app.registerParties();
  for (const [index, customer] of customers.entries()) {
    // Each kind is equally often first, second and third.
    for (const kind of KINDS.map((_, place) => KINDS[(place + index) % KINDS.length]!)) {
      const afm = kind === 'of another agent' ? customer : createAfm();
      await measure('search', kind, async () => expectStatus(200, await prober.search({ afm })));
      await measure('insert', kind, async () => expectStatus(201, await prober.post(buildPartyBody({ afm }))));
      await measure('update', kind, async () => expectStatus(200, await prober.post(buildPartyBody({ afm, lastName: 'Άλλος' }))));
    }
    if (index % 50 === 0) await app.registerParties();
  }
  const limit = CRITICAL * Math.sqrt(2 / CALLS);
  for (const [call, samples] of times) {
    const noise = distance(samples.unknown, samples['unknown too']);
    const reported = distance(samples['of another agent'], samples.unknown);
    process.stdout.write(`${call}: distance ${reported.toFixed(3)}, noise ${noise.toFixed(3)}, limit ${limit.toFixed(3)}\n`);
    expect([call, reported <= Math.max(limit, noise)]).toEqual([call, true]);
  }
});
