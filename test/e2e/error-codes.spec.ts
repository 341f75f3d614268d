import { ERROR_TEXTS, ErrorCode } from '../../src/common/error-codes.js';
import { GATEWAY_ERRORS } from '../../src/gateway/call/gateway-error.js';
import type { ErrorCodesResponse } from '../../src/backoffice/administration/error-codes/error-codes.dto.js';
import { startApp, type RunningApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { expectError } from '../support/expect-error.js';
import { expectStatus } from '../support/fire-app.js';
import { createStaff } from '../support/staff-client.js';

const GREEK = /[α-ω]/i;

let app: RunningApp;
let issuing: Client;

beforeAll(async () => {
  app = await startApp();
  issuing = (await createStaff(app, 'issuing')).client;
});
afterAll(() => app.stop());

async function listErrors(codes: readonly string[], language = 'en'): Promise<ErrorCodesResponse['items']> {
  const path = `/backoffice-api/error-codes?codes=${codes.join(',')}`;
  return expectStatus(200, await issuing.get(path, { headers: { 'Accept-Language': language } })).json<ErrorCodesResponse>().items;
}

describe('the list of errors (console.153)', () => {
  it('has text, cause and remedy of the asked codes, in the order of the query', async () => {
    expect(await listErrors(['OVER_RATE_LIMIT', '-702', 'unknown', '-702'])).toEqual([
      expect.objectContaining({ code: 'OVER_RATE_LIMIT', httpStatus: 429, title: 'The rate limit is exceeded.' }),
      {
        code: '-702',
        httpStatus: 400,
        title: 'Nothing is due now.',
        cause: 'Everything due is paid, the next instalment cannot be paid yet, or the policy has ended. `reason` says which.',
        remedy: 'Wait until the day in `from`, if there is one. Otherwise retrieve the policy or follow `Link`.',
      },
    ]);
  });

  it('explains every code in Greek too', async () => {
    const services = Object.values(ErrorCode);
    const found = [
      ...(await listErrors(services.slice(0, 40), 'el')),
      ...(await listErrors([...services.slice(40), ...Object.keys(GATEWAY_ERRORS)], 'el')),
    ];
    expect(found.map(({ code }) => code)).toEqual([...services, ...Object.keys(GATEWAY_ERRORS)]);
    expect(found.filter(({ title, cause, remedy }) => ![title, cause, remedy].every((text) => GREEK.test(text)))).toEqual([]);
    expect(found.find(({ code }) => code === '-702')?.title).toBe(ERROR_TEXTS['-702'].el);
  });

  it('refuses a query that is no list of codes', async () => {
    const many = Array.from({ length: 51 }, (_, at) => `-${at}`).join();
    for (const codes of ['-702,%20', many])
      expectError(await issuing.get(`/backoffice-api/error-codes?codes=${codes}`), { code: '-105', violations: [['codes', '-105']] });
  });
});
