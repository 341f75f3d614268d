import type { Answer } from './client.js';
import { faultsOf, type FireApp } from './fire-app.js';

export interface ExpectedRefusal {
  readonly status?: number;
  /** Code of the top level. */
  readonly code: string;
  /** Every fault in order; the top level is the first one's. Absent: the response has no details. */
  readonly faults?: readonly Fault[];
}
type Fault = readonly [path: string, code: string];
type Call = () => Promise<Answer>;

/** Calls, and expects the error entity asked for each time and, after the last, every row of both environments as it was. */
export async function expectAllRefused(app: FireApp, calls: readonly (readonly [Call, ExpectedRefusal])[]): Promise<Answer[]> {
  const before = await app.fingerprint();
  expect(calls.length).toBeGreaterThan(0);
  const answers: Answer[] = [];
  for (const [call, expected] of calls) {
    const answer = await call();
    expectRefusal(answer, expected);
    answers.push(answer);
  }
  expect(await app.fingerprint()).toEqual(before);
  return answers;
}

export async function expectRefused(app: FireApp, call: Call, expected: ExpectedRefusal): Promise<Answer> {
  const [answer] = await expectAllRefused(app, [[call, expected]]);
  return answer!;
}

/** A refusal by the faults of its fields. */
export function expectFaults(app: FireApp, call: Call, ...faults: Fault[]): Promise<Answer> {
  return expectRefused(app, call, { code: faults[0]?.[1] ?? '', faults });
}

/** Each call is refused for this one field. */
export function expectFault(app: FireApp, calls: readonly Call[], ...fault: Fault): Promise<Answer[]> {
  return expectAllRefused(
    app,
    calls.map((call) => [call, { code: fault[1], faults: [fault] }]),
  );
}

export function expectRefusal(answer: Answer, { status = 400, code, faults = [] }: ExpectedRefusal): void {
  const entity = answer.json<{ error: string; message: string; details?: { message: string }[] }>();
  expect([answer.status, entity.error, faultsOf(answer)]).toEqual([status, code, faults]);
  expect(entity.message.length).toBeGreaterThan(3);
  expect(entity).toMatchObject({ status: 'ERROR', message: entity.details?.[0]?.message ?? entity.message });
  expect(decodeURIComponent(String(answer.headers['x-error']))).toBe(entity.message);
}
