import { expectStatus } from '../../../support/fire-app.js';
import type { CallFixture } from './call-fixture.js';
import type { Call, Ways } from './way.js';

const LEDGER = '/backoffice-api/ledger';

/** Closes the first month with entries, or October, again and again, because November has not ended. */
async function closeFormerMonth({ app, environment, issuing }: CallFixture): Promise<Call> {
  await app.query(
    environment,
    `ALTER TABLE ledger_closing DISABLE TRIGGER USER;
     DELETE FROM ledger_closing;
     ALTER TABLE ledger_closing ENABLE TRIGGER USER`,
  );
  const { open } = expectStatus(200, await issuing.staff.get('ledger/closings')).json<{ open: { month: string } | null }>();
  const [month] = ['2026-10', open?.month ?? '2026-10'].toSorted();
  return { by: 'issuing', json: { month } };
}

/** Operations of the insurer's books. */
export const BACK_OFFICE_LEDGER: Ways = {
  [`GET ${LEDGER}/accounts`]: { done: [200, { by: 'issuing' }], refused: ['403 -203', { by: 'underwriter' }] },
  [`GET ${LEDGER}/trial-balance`]: {
    done: [200, { by: 'issuing', query: 'on=2026-11-30' }],
    refused: ['400 -105', { by: 'issuing', query: 'on=2026-11-30&from=2026-12-01' }],
  },
  [`GET ${LEDGER}/reconciliation`]: {
    done: [200, { by: 'issuing', query: 'on=2026-11-30' }],
    refused: ['400 -105', { by: 'issuing' }],
  },
  [`GET ${LEDGER}/journal`]: {
    done: [200, { by: 'issuing', query: 'from=2026-11-01&to=2026-12-01' }],
    refused: ['400 -105', { by: 'issuing', query: 'from=2026-11-01&to=2026-11-01' }],
  },
  [`GET ${LEDGER}/closings`]: { done: [200, { by: 'issuing' }], refused: ['403 -203', { by: 'underwriter' }] },
  [`POST ${LEDGER}/closings`]: {
    done: [201, closeFormerMonth],
    refused: ['400 -102', { by: 'issuing', json: { month: '2026-13' } }],
  },
};
