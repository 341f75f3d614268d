import { getMoment, createRequestId } from './call.js';

describe('a request id', () => {
  const AT = Date.parse('2026-12-01T09:30:00.123Z');

  it('is a UUID of version 7 that differs for each call', () => {
    const ids = Array.from({ length: 1000 }, () => createRequestId(AT));
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(ids).size).toBe(1000);
  });

  it('contains the time of the call and ascends with it', () => {
    for (const ms of [0, 1, AT]) expect(getMoment(createRequestId(ms)).getTime()).toBe(ms);
    expect(createRequestId(AT) < createRequestId(AT + 1)).toBe(true);
  });
});
