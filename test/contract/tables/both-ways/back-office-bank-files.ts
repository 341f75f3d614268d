import { BankFileClient, type StoredStatement } from '../../../support/bank-file-client.js';
import { buildCamtFile } from '../../../support/camt.js';
import { expectStatus } from '../../../support/fire-app.js';
import { PAYOUT_IBAN } from '../../../support/payout-client.js';
import type { Ways } from './way.js';
import type { CallFixture } from './call-fixture.js';

const STATEMENTS = '/backoffice-api/bank-statements';
const UNKNOWN = 999_999;
const TYPE = 'application/xml';

/** Builds a file of the insurer's account with one transfer without a payment code. */
async function file(fixture: CallFixture, account = PAYOUT_IBAN): Promise<Buffer> {
  expectStatus(200, await fixture.issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  return buildCamtFile([{ amount: 12.34, reference: fixture.unique('NBG-') }], { id: fixture.unique('STMT-'), account });
}

async function kept(fixture: CallFixture): Promise<number> {
  const response = await new BankFileClient(fixture.issuing.staff).upload(await file(fixture));
  return expectStatus(202, response).json<StoredStatement>().id;
}

/** Uploads a file with a debit and returns the ids of statement and transfer. */
async function debit(fixture: CallFixture): Promise<readonly [number, number]> {
  expectStatus(200, await fixture.issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  const bank = new BankFileClient(fixture.issuing.staff);
  const { id } = await bank.uploadAndBook(buildCamtFile([{ amount: 3, direction: 'DBIT', reference: fixture.unique('NBG-') }]));
  const [transfer] = await bank.listTransfers(id);
  return [id, transfer!.id];
}

/** Operations for bank files. */
export const BACK_OFFICE_BANK_FILES: Ways = {
  [`GET ${STATEMENTS}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'state=LOST' }] },
  [`POST ${STATEMENTS}`]: {
    done: [202, async (fixture) => ({ by: 'issuing', query: 'gapReason=Test', body: await file(fixture), type: TYPE })],
    refused: ['400 -102', async (fixture) => ({ by: 'issuing', body: await file(fixture, 'GR1601101250000000012300695'), type: TYPE })],
  },
  [`GET ${STATEMENTS}/{id}`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await kept(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`POST ${STATEMENTS}/{id}/entries/{entryId}/booking`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [...(await debit(fixture))], json: { account: 'charges' } })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN, UNKNOWN], json: { account: 'charges' } }],
  },
  [`GET ${STATEMENTS}/{id}/entries`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await kept(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
};
