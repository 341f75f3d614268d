import type { HttpResponse } from './client.js';
import { listViolations, type FireApp } from './fire-app.js';

export interface ExpectedError {
  readonly status?: number;
  /** Code at the top level. */
  readonly code: string;
  /** Violations in order; the first one is also the top level. Absent when the response has no details. */
  readonly violations?: readonly Violation[];
}
type Violation = readonly [path: string, code: string];
type Call = () => Promise<HttpResponse>;

/** Expects each call to fail with its error, and all of them to change no row of both environments. */
export async function expectAllRefused(app: FireApp, calls: readonly (readonly [Call, ExpectedError])[]): Promise<HttpResponse[]> {
  const before = await app.readFingerprint();
  expect(calls.length).toBeGreaterThan(0);
  const responses: HttpResponse[] = [];
  for (const [call, expected] of calls) {
    const response = await call();
    expectError(response, expected);
    responses.push(response);
  }
  expect(await app.readFingerprint()).toEqual(before);
  return responses;
}

export async function expectRefused(app: FireApp, call: Call, expected: ExpectedError): Promise<HttpResponse> {
  const [response] = await expectAllRefused(app, [[call, expected]]);
  return response!;
}

/** Expects the call to fail with these violations and to change nothing. */
export function expectViolations(app: FireApp, call: Call, ...violations: Violation[]): Promise<HttpResponse> {
  return expectRefused(app, call, { code: violations[0]?.[1] ?? '', violations });
}

/** Expects each call to fail with this one violation and to change nothing. */
export function expectViolationInEach(app: FireApp, calls: readonly Call[], ...violation: Violation): Promise<HttpResponse[]> {
  return expectAllRefused(
    app,
    calls.map((call) => [call, { code: violation[1], violations: [violation] }]),
  );
}

export function expectError(response: HttpResponse, { status = 400, code, violations = [] }: ExpectedError): void {
  const entity = response.json<{ error: string; message: string; details?: { message: string }[] }>();
  expect([response.status, entity.error, listViolations(response)]).toEqual([status, code, violations]);
  expect(entity.message.length).toBeGreaterThan(3);
  expect(entity).toMatchObject({ status: 'ERROR', message: entity.details?.[0]?.message ?? entity.message });
  expect(decodeURIComponent(String(response.headers['x-error']))).toBe(entity.message);
}
