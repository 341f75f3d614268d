import type { Language } from '../../src/common/language.js';
import { CHARGE_TIME, createPolicy, createPrepaid } from '../support/collection.js';
import { listDocuments, readDocumentText, SystemCategory, type ListedDocument } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient, WITHDRAWAL } from '../support/collection-client.js';
import { IBANS, PayoutClient, PAYOUT_IBAN } from '../support/payout-client.js';
import { StaffClient } from '../support/staff-client.js';

interface LinkedReceipt {
  readonly kind: string;
  readonly links: readonly { readonly href: string }[];
}

const OWED = ['Οφείλεται στον λήπτη της ασφάλισης', 'Το ποσό δεν έχει καταβληθεί ακόμη.'];
const PAID = ['Καταβλήθηκε στον λήπτη της ασφάλισης', 'Ημερομηνία καταβολής', 'Αναφορά μεταφοράς REFUND-'];

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let clerk: PayoutClient;
let other: PayoutClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  clerk = new PayoutClient(issuing.staff);
  other = new PayoutClient(await StaffClient.open(app.running, 'issuing'));
  await at(CHARGE_TIME);
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
});
afterAll(() => app.stop());
beforeEach(() => at(CHARGE_TIME));

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await other.staff.renewSession();
}

async function receiptsOf(id: number): Promise<ListedDocument[]> {
  return (await listDocuments(agent, id, SystemCategory.RECEIPT)).filter(({ file_name: name }) => name.includes('-refund-'));
}

/** Reads the refund document that the receipts of the policy name. */
async function currentOf(id: number, language: Language = 'el'): Promise<string> {
  const receipts = expectStatus(200, await agent.client.get(`${agent.root}/common-api/policy/applications/${id}/receipts`)).json<
    LinkedReceipt[]
  >();
  const named = receipts.find(({ kind }) => kind === 'REFUND')!.links[0]!.href;
  const current = (await receiptsOf(id)).find((one) => named.endsWith(`/documents/${one.id}`));
  return readDocumentText(agent, id, current!, language);
}

/** Creates a cancelled policy that the customer paid at the bank; returns its id and the refund. */
async function owed(): Promise<{ id: number; policyNo: string; refundId: number; code: string }> {
  const { id } = await createPrepaid(agent);
  const { paymentCode } = await issuing.pay(agent, id);
  expectStatus(200, await issuing.cancel(id, '2026-11-25', WITHDRAWAL));
  const { policy_no: policyNo } = await agent.get(id);
  const [refund] = (await clerk.list(`applicationId=${id}`)).items;
  return { id, policyNo: policyNo!, refundId: refund!.id, code: paymentCode };
}

async function prepared(refundId: number, iban: string): Promise<number> {
  expectStatus(200, await clerk.setAccount(refundId, iban));
  return expectStatus(201, await clerk.staff.post('payout-batches', { refundIds: [refundId] })).json<{ id: number }>().id;
}

function expectTexts(text: string, present: readonly string[], absent: readonly string[]): void {
  for (const part of present) expect(text).toContain(part);
  for (const part of absent) expect(text).not.toContain(part);
}

describe('the receipt of a refund owed to a customer', () => {
  it('says at each moment whether it is owed, or when and to which account it was paid', async () => {
    const { id, policyNo, refundId, code } = await owed();
    const name = (edition = ''): string => `${policyNo}-refund-1${edition}.pdf`;
    const never = [code, 'Κωδικός πληρωμής', 'Εξοφλήθηκε'];
    expectTexts(await currentOf(id), [...OWED, 'Κατάσταση κατά την 25/11/2026.'], [...PAID, ...never, '2η, ']);

    await at('2026-11-26T09:00:00Z');
    const batch = await prepared(refundId, IBANS[0]);
    expectTexts(await currentOf(id), OWED, [...PAID, ...never]);
    expect((await receiptsOf(id)).map((one) => one.file_name)).toEqual([name()]);

    await at('2026-11-27T09:00:00Z');
    expectStatus(200, await other.confirm(batch));
    expectTexts(
      await currentOf(id),
      [...PAID, '27/11/2026', 'GR…0695', '2η, 27/11/2026', 'Ημερομηνία έκδοσης 25/11/2026', '/REFUND'],
      [...OWED, ...never, IBANS[0]],
    );

    await at('2026-12-02T09:00:00Z');
    expectStatus(200, await clerk.returnPayment(refundId));
    expectTexts(
      await currentOf(id),
      [
        ...OWED,
        'με ημερομηνία 27/11/2026 δεν εκτελέστηκε: η τράπεζα επέστρεψε το ποσό στις 02/12/2026',
        '3η, 02/12/2026',
        'Κατάσταση κατά την 02/12/2026.',
      ],
      [...PAID, ...never, '0695'],
    );

    await at('2026-12-04T09:00:00Z');
    expectStatus(200, await other.confirm(await prepared(refundId, IBANS[2])));
    expectTexts(await currentOf(id), [...PAID, '04/12/2026', 'DE…3000', '4η, 04/12/2026'], [...OWED, ...never]);

    // Issued documents do not change, and each edition has the same number.
    const all = await receiptsOf(id);
    expect(all.map((one) => one.file_name)).toEqual([name(), name('-2'), name('-3'), name('-4')]);
    const texts = await Promise.all(all.map((one) => readDocumentText(agent, id, one)));
    texts.forEach((text, index) => expect(text.includes(OWED[0]!)).toBe(index % 2 === 0));
    expect(new Set(texts.map((text) => /Απόδειξη επιστροφής (\S+ \d+)/.exec(text)?.[1])).size).toBe(1);

    const english = await currentOf(id, 'en');
    expectTexts(english, ['Paid to the policyholder', 'Paid on 04/12/2026', 'DE…3000', 'No. 4, 04/12/2026', 'COPY IN ENGLISH'], ['Owed']);
  });

  it('is printed once per edition for simultaneous callers, and automatically at the end of the batch', async () => {
    const { id, refundId } = await owed();
    expectStatus(200, await other.confirm(await prepared(refundId, IBANS[1])));
    const lists = await Promise.all(Array.from({ length: 8 }, () => receiptsOf(id)));
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect(lists[0]).toHaveLength(2);

    const { parts } = app.running;
    await parts.startPrinting();
    await eventually('what was left is printed', () => parts.hasPrintedAll());
    const another = await owed();
    expectStatus(200, await other.confirm(await prepared(another.refundId, IBANS[1])));
    await eventually('the documents are printed', () => parts.hasPrintedAll());
    const kept = await app.query<{ key: string }>(
      'production',
      `SELECT system_key AS key FROM document WHERE application_id = $1 AND system_key LIKE 'receipt:%:%'`,
      [another.id],
    );
    expect(kept.map(({ key }) => key)).toEqual([expect.stringMatching(/^receipt:\d+:2$/)]);
  });

  it('shows paid and returned when it was not printed in between, without the deleted account', async () => {
    const { id, refundId } = await owed();
    expectStatus(200, await other.confirm(await prepared(refundId, IBANS[0])));
    expectStatus(200, await clerk.returnPayment(refundId));
    await receiptsOf(id);
    await app.query('production', `DELETE FROM document WHERE application_id = $1 AND system_key LIKE 'receipt:%:%'`, [id]);
    const [first, paid, returned] = await receiptsOf(id);
    expectTexts(await readDocumentText(agent, id, first!), OWED, PAID);
    expectTexts(await readDocumentText(agent, id, paid!), PAID, [...OWED, '0695']);
    expectTexts(await readDocumentText(agent, id, returned!), [...OWED, 'Το ποσό οφείλεται εκ νέου.'], PAID);
  });
});

it('the receipt of a refund to an agent shows when it was credited', async () => {
  const { id } = await createPolicy(agent);
  await at('2026-12-20T09:00:00Z');
  expectStatus(200, await issuing.cancel(id, '2026-12-20'));
  expectTexts(await currentOf(id), ['Πιστώθηκε στον λογαριασμό του συνεργάτη', 'Ημερομηνία πίστωσης 20/12/2026'], [...OWED, ...PAID]);
  expect(await receiptsOf(id)).toHaveLength(1);
});
