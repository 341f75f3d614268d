import type { LoggedCall } from './logged-call.js';
import { RefusalSampler } from './refusal-sampler.js';

const MINUTE_MS = 60_000;

function refusal(atMs: number, changes: Partial<LoggedCall> = {}): LoggedCall {
  return {
    at: new Date(atMs),
    request_id: `id ${atMs}`,
    program_id: 1,
    key_prefix: 'abcdef',
    environment: 'production',
    agent_code: null,
    method: 'GET',
    route: '/fire-api/rsc/applications/:id',
    status: 429,
    error_code: 'OVER_RATE_LIMIT',
    duration_ms: '1.00',
    repeats: 1,
    address: null,
    exchange: null,
    ...changes,
  };
}

describe('RefusalSampler', () => {
  it('passes the first ten refusals of a kind, and then one for all until it is taken', () => {
    const sampler = new RefusalSampler();
    const passed = Array.from({ length: 1000 }, (_, index) => sampler.admits(refusal(index)));
    expect(passed.filter(Boolean)).toHaveLength(10);
    expect(passed.slice(0, 10)).toEqual(Array(10).fill(true));
    expect(sampler.releaseHeld(1000)).toEqual([refusal(10, { repeats: 990 })]);
    expect(sampler.releaseHeld(1001)).toEqual([]);
    expect([1100, 1101].map((atMs) => sampler.admits(refusal(atMs)))).toEqual([false, false]);
    expect(sampler.releaseHeld(2000)).toEqual([refusal(1100, { repeats: 2 })]);
  });

  it.each<Partial<LoggedCall>>([
    { program_id: 2 },
    { key_prefix: 'ghijkl' },
    { environment: 'sandbox' },
    { method: 'HEAD' },
    { route: '/fire-api/rsc/applications' },
    { status: 403 },
    { error_code: '-203' },
  ])('distinguishes a refusal that differs in %j', (changes) => {
    const sampler = new RefusalSampler();
    for (let atMs = 0; atMs < 50; atMs += 1) sampler.admits(refusal(atMs));
    expect(sampler.admits(refusal(50, changes))).toBe(true);
    expect(sampler.admits(refusal(50, { agent_code: '10001', address: '192.0.2.1' }))).toBe(false);
  });

  it('starts again after a minute and loses no refusal at the change', () => {
    const sampler = new RefusalSampler();
    for (let atMs = 0; atMs < 30; atMs += 1) sampler.admits(refusal(atMs));
    expect(sampler.releaseHeld(MINUTE_MS)).toEqual([refusal(10, { repeats: 20 })]);
    expect(sampler.admits(refusal(MINUTE_MS))).toBe(true);
  });

  it('writes every refusal on its own once there are too many kinds', () => {
    const sampler = new RefusalSampler();
    for (let programId = 1; programId <= 20_000; programId += 1) sampler.admits(refusal(0, { program_id: programId }));
    const passed = Array.from({ length: 30 }, () => sampler.admits(refusal(1, { program_id: 0 })));
    expect(passed).toEqual(Array(30).fill(true));
    sampler.releaseHeld(MINUTE_MS);
    expect(Array.from({ length: 30 }, () => sampler.admits(refusal(1, { program_id: 0 }))).filter(Boolean)).toHaveLength(10);
  });
});
