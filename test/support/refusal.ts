import type { Answer } from './client.js';
import { faultsOf, type FireApp } from './fire-app.js';

export interface ExpectedRefusal {
  readonly status?: number;
  /** Code of the top level. */
  readonly code: string;
  /** Every fault in order; the top level is the first one's. Absent: the answer has no details. */
  readonly faults?: readonly (readonly [path: string, code: string])[];
}

/** Calls, and expects the error entity asked for and every row of both environments as it was. */
export async function expectRefused(app: FireApp, call: () => Promise<Answer>, expected: ExpectedRefusal): Promise<Answer> {
  const before = await app.fingerprint();
  const answer = await call();
  expectRefusal(answer, expected);
  expect(await app.fingerprint()).toEqual(before);
  return answer;
}

/** A refusal by the faults of its fields. */
export function expectFaults(app: FireApp, call: () => Promise<Answer>, ...faults: (readonly [string, string])[]): Promise<Answer> {
  return expectRefused(app, call, { code: faults[0]?.[1] ?? '', faults });
}

export function expectRefusal(answer: Answer, { status = 400, code, faults = [] }: ExpectedRefusal): void {
  const entity = answer.json<{ error: string; message: string; details?: { message: string }[] }>();
  expect([answer.status, entity.error, faultsOf(answer)]).toEqual([status, code, faults]);
  expect(entity.message.length).toBeGreaterThan(3);
  expect(entity).toMatchObject({ status: 'ERROR', message: entity.details?.[0]?.message ?? entity.message });
  expect(decodeURIComponent(String(answer.headers['x-error']))).toBe(entity.message);
}
