import type { HttpResponse } from './client.js';
import { faultsOf, type FireApp } from './fire-app.js';

export interface ExpectedRefusal {
  readonly status?: number;
  /** Code of the top level. */
  readonly code: string;
  /** Every fault in order; the top level is the first one's. Absent: the response has no details. */
  readonly faults?: readonly Fault[];
}
type Fault = readonly [path: string, code: string];
type Call = () => Promise<HttpResponse>;

/** Calls, and expects the error entity asked for each time and, after the last, every row of both environments as it was. */
export async function expectAllRefused(app: FireApp, calls: readonly (readonly [Call, ExpectedRefusal])[]): Promise<HttpResponse[]> {
  const before = await app.fingerprint();
  expect(calls.length).toBeGreaterThan(0);
  const responses: HttpResponse[] = [];
  for (const [call, expected] of calls) {
    const response = await call();
    expectRefusal(response, expected);
    responses.push(response);
  }
  expect(await app.fingerprint()).toEqual(before);
  return responses;
}

export async function expectRefused(app: FireApp, call: Call, expected: ExpectedRefusal): Promise<HttpResponse> {
  const [response] = await expectAllRefused(app, [[call, expected]]);
  return response!;
}

/** A refusal by the faults of its fields. */
export function expectFaults(app: FireApp, call: Call, ...faults: Fault[]): Promise<HttpResponse> {
  return expectRefused(app, call, { code: faults[0]?.[1] ?? '', faults });
}

/** Each call is refused for this one field. */
export function expectFault(app: FireApp, calls: readonly Call[], ...fault: Fault): Promise<HttpResponse[]> {
  return expectAllRefused(
    app,
    calls.map((call) => [call, { code: fault[1], faults: [fault] }]),
  );
}

export function expectRefusal(response: HttpResponse, { status = 400, code, faults = [] }: ExpectedRefusal): void {
  const entity = response.json<{ error: string; message: string; details?: { message: string }[] }>();
  expect([response.status, entity.error, faultsOf(response)]).toEqual([status, code, faults]);
  expect(entity.message.length).toBeGreaterThan(3);
  expect(entity).toMatchObject({ status: 'ERROR', message: entity.details?.[0]?.message ?? entity.message });
  expect(decodeURIComponent(String(response.headers['x-error']))).toBe(entity.message);
}
