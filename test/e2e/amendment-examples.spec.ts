import { readFileSync } from 'node:fs';
import { addDays, addMonths } from '../../src/common/athens.js';
import { uploadDocument } from '../support/agent-data.js';
import { PNG } from '../support/files.js';
import { charge, listReceipts } from '../support/collection.js';
import { getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { registerClass } from '../support/motor.js';

interface Amendment {
  readonly amendment_no?: number;
  readonly amendmentNo?: number;
  readonly status: string;
  readonly due: { readonly gross: number };
  readonly payment_code?: string | null;
  readonly paymentCode?: string | null;
}

interface Insertion {
  readonly id: number;
  readonly status_code?: string;
  readonly objects_insured?: readonly { readonly object_id: number }[];
}

interface Example {
  readonly id: string;
  readonly line: string;
  readonly calculationDate: string;
  readonly request: object;
  readonly paid: readonly number[];
  readonly paidBy: string;
  readonly amendments: readonly {
    readonly effectiveDate: string;
    readonly reason: string;
    readonly changes: object;
    /** Gross to pay now. */
    readonly due: string;
    readonly receipts: readonly {
      readonly kind: string;
      readonly from: string;
      readonly to: string;
      readonly net: string;
      readonly gross: string;
    }[];
  }[];
}

const AGENT_CODE = 'A700';
const examples = JSON.parse(readFileSync('test/support/amendments/examples.json', 'utf8')) as readonly Example[];

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: AGENT_CODE })).production;
  issuing = await LocalCollectionClient.open(app);
});
afterAll(() => app.stop());
afterEach(() => issuing.expectBalancedLedger());

const START = '2026-12-01';
const monthsOf = ({ request }: Example): number => {
  const { fire_application: fire, payFrequencyInMonths } = request as {
    fire_application?: { pay_frequency_in_months: number };
    payFrequencyInMonths?: number;
  };
  return fire?.pay_frequency_in_months ?? payFrequencyInMonths ?? 12;
};
const at = (day: string): Promise<void> => issuing.moveTo(`${day}T08:00:00Z`, agent);

async function insert({ line, request }: Example): Promise<Insertion> {
  if (line === 'fire') return expectStatus(201, await agent.client.post('/fire-api/rsc/applications', request)).json<Insertion>();
  const { plateNo, bonusMalus, client } = request as { plateNo: string; bonusMalus: number; client: { afm: string } };
  await registerClass(app, 'production', { plateNo, afm: client.afm, bonusMalus });
  return expectStatus(201, await agent.client.post('/mtr-api/resources/applications', request)).json<Insertion>();
}

async function pay(id: number, how: string): Promise<void> {
  if (how === 'CHARGE') expectStatus(205, await charge(agent, id));
  else {
    const { payment_code: code, amount } = await getPaymentCode(agent, id);
    expectStatus(200, await issuing.sendPayment(code, amount));
  }
}

const pathOf = ({ line }: Example, id: number): string =>
  line === 'fire' ? `/fire-api/rsc/applications/${id}/amendments` : `/mtr-api/resources/policies/${id}/amendments`;

function bodyOf(example: Example, { effectiveDate, reason, changes }: Example['amendments'][number], application: Insertion): object {
  const ids = application.objects_insured?.map(({ object_id: id }) => id) ?? [];
  const text = JSON.stringify(changes).replaceAll(/"\{\{object_id_(\d)\}\}"/g, (_, place: string) => String(ids[Number(place) - 1]));
  const isReplacement = example.id === 'A-09';
  const kind = isReplacement ? 'REPLACEMENT' : 'CHANGE';
  const date = example.line === 'fire' ? { effective_date: effectiveDate } : { effectiveDate };
  return { kind, reason, ...date, changes: JSON.parse(text) as object };
}

it.each(examples.map((example) => [example.id, example] as const))(
  '%s costs what its arithmetic says, and the books balance',
  async (_, example) => {
    await at(example.calculationDate);
    const application = await insert(example);
    const root = example.line === 'fire' ? '/fire-api/rsc/applications' : '/mtr-api/resources/applications';
    expectStatus(205, await agent.client.put(`${root}/${application.id}/${example.line === 'fire' ? 'prepay' : 'issuePrepay'}`));
    for (const no of example.paid) {
      if (no > 1) await at(addDays(addMonths(START, (no - 1) * monthsOf(example)), -5));
      await pay(application.id, example.paidBy);
    }
    const path = pathOf(example, application.id);
    for (const amendment of example.amendments) {
      await at(amendment.effectiveDate);
      const body = bodyOf(example, amendment, application);
      // The consent of the mortgagee.
      if (example.id === 'A-02') expectStatus(201, await uploadDocument(agent, application.id, PNG, 'image/png', 17));
      const before = await listReceipts(agent, application.id);
      const priced = expectStatus(200, await agent.client.post(`${path}/price`, body)).json<Amendment>();
      expect(priced.due.gross.toFixed(2)).toBe(amendment.due);
      const created = expectStatus(201, await agent.client.post(path, body)).json<Amendment>();
      const no = created.amendment_no ?? created.amendmentNo ?? 0;
      if (created.status === '01' && example.paidBy === 'CHARGE') expectStatus(200, await agent.client.put(`${path}/${no}/charge`));
      if (created.status === '01' && example.paidBy === 'RF') {
        const asked = expectStatus(200, await agent.client.put(`${path}/${no}/prepay`)).json<Amendment>();
        const code = asked.payment_code ?? asked.paymentCode ?? '';
        expectStatus(200, await issuing.sendPayment(code, Number(amendment.due)));
      }
      expect(expectStatus(200, await agent.client.get(`${path}/${no}`)).json<Amendment>()).toMatchObject({ status: '50' });
      const known = new Set(before.map(({ receipt_no: one }) => one));
      const added = (await listReceipts(agent, application.id)).filter(({ receipt_no: one }) => !known.has(one));
      expect(added.map(({ kind, period_from: from, period_to: to, gross, net }) => ({ kind, from, to, net, gross }))).toEqual(
        amendment.receipts.map(({ kind, from, to, net, gross }) => ({ kind, from, to, net: Number(net), gross: Number(gross) })),
      );
    }
  },
);
