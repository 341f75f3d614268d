import { expectStatus } from '../../../support/fire-app.js';
import type { Call, Ways } from './way.js';
import { AGENT_CODE, type CallFixture } from './call-fixture.js';

const RATES = '/backoffice-api/commission-rates';
const STATEMENTS = '/backoffice-api/commission-statements';
const OF_AGENT = '/collection-api/commission';
const OVER = '2026-10';
const UNKNOWN = 999_999;
let versions = 1;

/** Builds a later version of the rates of the line that other specs do not use. */
function version(): Call {
  versions += 1;
  const validFrom = `${2100 + versions}-01-01`;
  return { by: 'admin', json: { line: 'motor', version: versions, validFrom, rates: [{ agentType: 'AGENCY', percent: versions }] } };
}

/** Inserts a draft as the only one, because no month of the fixture is over; returns its id. */
export async function draft({ app, environment }: CallFixture): Promise<number> {
  await app.query(environment, `DELETE FROM commission_statement WHERE status = 'DRAFT'`);
  const [row] = await app.query<{ id: string }>(
    environment,
    `INSERT INTO commission_statement (agent_code, month, prepared_at, prepared_by, details)
     SELECT $1, '2010-01-01'::date + count(*)::int * interval '1 month', now(), 'test',
       '{"name": "Agent", "legalName": null, "afm": null, "licenceNo": null, "withholding": "COMPANY"}' FROM commission_statement RETURNING id`,
    [AGENT_CODE],
  );
  return Number(row!.id);
}

async function approved(fixture: CallFixture): Promise<number> {
  const id = await draft(fixture);
  expectStatus(200, await fixture.call(`POST ${STATEMENTS}/{id}/approval`, { by: 'issuing', at: [id], json: { settlement: 'OFFSET' } }));
  return id;
}

const UNKNOWN_LINE: Call = { by: 'admin', json: { ...(version().json as object), line: 'boats' } };

export const COMMISSION: Ways = {
  [`GET ${RATES}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'line=boats' }] },
  [`GET ${RATES}/{line}/{version}`]: {
    done: [200, { by: 'issuing', at: ['fire', 1] }],
    refused: ['400 -304', { by: 'issuing', at: ['fire', UNKNOWN] }],
  },
  [`POST ${RATES}`]: { done: [201, version], refused: ['400 -102', UNKNOWN_LINE] },
  [`POST ${RATES}/preview`]: { done: [200, version], refused: ['400 -102', UNKNOWN_LINE] },
  [`GET ${STATEMENTS}`]: { done: [200, { by: 'issuing' }], refused: ['400 -105', { by: 'issuing', query: 'month=november' }] },
  [`POST ${STATEMENTS}`]: {
    done: [200, { by: 'issuing', json: { month: OVER } }],
    refused: ['400 -104', { by: 'issuing', json: { month: '2099-01' } }],
  },
  [`POST ${STATEMENTS}/approval`]: {
    done: [200, { by: 'issuing', json: { month: OVER, settlement: 'PAYOUT' } }],
    refused: ['400 -101', { by: 'issuing', json: { month: OVER } }],
  },
  [`GET ${STATEMENTS}/{id}`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await draft(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`GET ${STATEMENTS}/{id}/receipts`]: {
    done: [200, async (fixture) => ({ by: 'issuing', at: [await draft(fixture)] })],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN] }],
  },
  [`POST ${STATEMENTS}/{id}/approval`]: {
    done: [
      200,
      async (fixture) => ({ by: 'issuing', at: [await draft(fixture)], json: { settlement: 'OFFSET' } }),
    ],
    refused: ['400 -304', { by: 'issuing', at: [UNKNOWN], json: { settlement: 'OFFSET' } }],
  },
  [`GET ${OF_AGENT}/rates`]: { done: [200, { query: 'line=fire' }], refused: ['400 -105', { query: 'line=boats' }] },
  [`GET ${OF_AGENT}/statements`]: { done: [200, {}], refused: ['403 -202', { query: 'agent_code=NOBODY' }] },
  [`GET ${OF_AGENT}/statements/{id}`]: {
    done: [200, async (fixture) => ({ at: [await approved(fixture)] })],
    refused: ['400 -304', { at: [UNKNOWN] }],
  },
};
