import { type ReceivedResponse, ResponseChecker } from '../support/described/response-checker.js';
import { readDocument } from '../support/described/document.js';

/** Proves that the checker, on which every other spec relies, detects differences. */
const responses = new ResponseChecker(readDocument());
const HEADERS = {
  'x-token-expires-in': '0',
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': '7',
  'server-timing': 'gateway;dur=0.31',
  'x-request-id': '0b6f6a52-9f0e-4c39-9d0a-3f5f0f6d2c11',
  'content-type': 'application/json; charset=utf-8',
};
const REFUSAL = { status: 'ERROR', error: '-300', message: 'There is no such application.' };

function getViolation(changes: Partial<ReceivedResponse>, path = '/dev/fire-api/rsc/applications/1', method = 'GET'): string | null {
  return responses.check(method, path, { status: 400, headers: HEADERS, text: JSON.stringify(REFUSAL), ...changes }).violation;
}

it('a response that the document describes has no violation, and its operation is named', () => {
  expect(getViolation({})).toBeNull();
  expect(
    getViolation({ status: 204, headers: { ...HEADERS, etag: '"1-el"' }, text: '' }, '/fire-api/rsc/applications/1', 'DELETE'),
  ).toBeNull();
  const { operation } = responses.check('GET', '/mtr-api/resources/applications/template?x=1', {
    status: 400,
    headers: HEADERS,
    text: '{}',
  });
  expect(operation).toBe('GET /mtr-api/resources/applications/template');
});

it.each([
  ['a status', { status: 418 }, 'has no response 418'],
  ['a header that nobody described', { headers: { ...HEADERS, 'x-new': '1' } }, 'does not name the header x-new'],
  ['a header that is missing', { headers: { ...HEADERS, 'x-request-id': undefined } }, 'requires the header x-request-id'],
  ['a header of another kind', { headers: { ...HEADERS, 'x-ratelimit-limit': 'many' } }, 'does not allow the header x-ratelimit-limit'],
  ['a media type', { headers: { ...HEADERS, 'content-type': 'text/plain' } }, 'not text/plain'],
  ['a body that is no JSON', { text: 'Error' }, 'calls it JSON'],
  [
    'a field too many',
    { text: JSON.stringify({ ...REFUSAL, stack: 'at …' }) },
    'must NOT have unevaluated properties {"unevaluatedProperty":"stack"}',
  ],
  ['a field that is missing', { text: JSON.stringify({ ...REFUSAL, message: undefined }) }, "must have required property 'message'"],
  ['a code of no catalogue', { text: JSON.stringify({ ...REFUSAL, error: '-9' }) }, 'must be equal to one of the allowed values'],
])('a response with %s that the document does not describe is reported', (_, changes, violation) => {
  expect(getViolation(changes)).toContain(violation);
});

it('a body is reported where none is described', () => {
  expect(getViolation({ status: 204 }, '/fire-api/rsc/applications/1', 'DELETE')).toBe('has no body for it');
});

it('the gateway’s error is required on unknown routes, and the documented one on the others', () => {
  const refusal = JSON.stringify({ error: { code: 'NOT_FOUND', message: 'There is no API at this address.' } });
  expect(getViolation({ status: 404, text: refusal }, '/fire-api/nothing')).toBeNull();
  expect(getViolation({ status: 404, text: '{"message":"Cannot GET"}' }, '/fire-api/nothing')).toContain('required property');
  expect(getViolation({ status: 200, text: '{}' }, '/fire-api/nothing')).toContain('does not have the operation');
});
