import type { HttpResponse } from './client.js';
import { faultsOf, type FireApp } from './fire-app.js';

export interface ExpectedRefusal {
  readonly status?: number;
  /** Code at the top level. */
  readonly code: string;
  /** Violations in order; the first one is also the top level. Absent when the response has no details. */
  readonly faults?: readonly Fault[];
}
type Fault = readonly [path: string, code: string];
type Call = () => Promise<HttpResponse>;

/** Expects each call to fail with its error, and all of them to change no row of both environments. */
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

/** Expects the call to fail with these violations and to change nothing. */
export function expectFaults(app: FireApp, call: Call, ...faults: Fault[]): Promise<HttpResponse> {
  return expectRefused(app, call, { code: faults[0]?.[1] ?? '', faults });
}

/** Expects each call to fail with this one violation and to change nothing. */
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
