import type { Language } from '../../src/common/language.js';
import { startApp } from '../support/app.js';
import { charge, CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY, listReceipts } from '../support/collection.js';
import {
  buildDocumentPath,
  listDocuments,
  readDocumentText,
  startDocumentFixture,
  SystemCategory,
  type ListedDocument,
} from '../support/documents.js';
import { expectStatus, type FireApp, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, WITHDRAWAL, type LocalCollectionClient } from '../support/collection-client.js';
import type { MotorAgent } from '../support/motor.js';
import { expectRefused } from '../support/expect-error.js';
import { eventually } from '../support/eventually.js';

interface Preview {
  readonly documents: readonly {
    readonly categoryId: number;
    readonly title: string;
    readonly fileName: string;
    readonly refundedReceiptNo: number | null;
  }[];
}

const ACT = SystemCategory.CANCELLATION;

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;

beforeAll(async () => {
  ({ app, fire, motor, issuing } = await startDocumentFixture());
});
afterAll(() => app.stop());
beforeEach(() => at(CHARGE_TIME));

async function at(instant: string): Promise<void> {
  await issuing.moveTo(instant, fire);
  await motor.agent.renewToken();
}

async function actOf(who: FireAgent, id: number | string, language: Language = 'el'): Promise<string> {
  const acts = await listDocuments(who, id, ACT);
  expect(acts).toHaveLength(1);
  return readDocumentText(who, id, acts[0]!, language);
}

const euro = (amount: number): string =>
  `${amount
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, '.')} €`;

async function kept(id: number | string): Promise<number> {
  return (await app.query('production', `SELECT FROM document WHERE application_id = $1 AND system_key = 'cancellation'`, [id])).length;
}

describe('the act of a cancellation', () => {
  it('is available in English with the same figures', async () => {
    const { id, policy_no: policyNo } = await createPolicy(fire, QUARTERLY);
    await at('2027-01-20T10:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-01-20'));
    const greek = await actOf(fire, id);
    const english = await actOf(fire, id, 'en');
    expect(english).toContain('Cancellation endorsement');
    expect(english).toContain(`Policy ${policyNo} is cancelled and its cover ends on 21/01/2027 at 00:00 (Greek time).`);
    const figures = (text: string): string[] => [...text.matchAll(/\d+[.,]\d\d(?!\d)/g)].map(([figure]) => figure.replace(',', '.'));
    expect(figures(english)).toEqual(figures(greek));
    expect(figures(english).length).toBeGreaterThan(3);
  });

  it('of a fire policy charged to its agent shows the end of cover, the reason and the refund of each receipt', async () => {
    const { id, policy_no: policyNo } = await createPolicy(fire, QUARTERLY);
    await at('2027-02-20T08:00:00Z');
    expectStatus(205, await charge(fire, id));
    await at('2027-04-20T10:00:00Z');
    expectStatus(200, await issuing.cancel(id, '2027-04-20', { text: 'Πώληση του ακινήτου' }));
    const text = await actOf(fire, id);
    const receipts = await listReceipts(fire, id);
    const [first, second, third, fourth, refund] = receipts;
    for (const part of [
      'Πράξη ακύρωσης',
      `Το ασφαλιστήριο ${policyNo} ακυρώνεται και η κάλυψή του παύει στις 21/04/2027, ώρα 00:00 (ώρα Ελλάδας).`,
      'Αιτία: Πώληση ή μεταβίβαση – Πώληση του ακινήτου',
      'Παραλαβή δήλωσης 20/04/2027',
      'Ημερομηνία ακύρωσης 20/04/2027',
      first!.number!,
      `${euro(first!.gross)} ${euro(first!.gross)} 0,00 €`,
      `${euro(second!.gross)} ${euro(second!.gross + refund!.gross)} ${euro(-refund!.gross)}`,
      refund!.number!,
      `Πιστώθηκε στον λογαριασμό του συνεργάτη ${policyNo}/2/REFUND ${euro(-refund!.gross)}`,
      `Σύνολο ${euro(first!.gross + second!.gross)}`,
      euro(third!.gross),
      euro(fourth!.gross),
      'Για την ασφαλιστική εταιρεία Υπόδειγμα Ασφαλιστική Α.Ε.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('δεν έχει καταβληθεί');
    expect(text).toMatch(/Πράξη ακύρωσης 27F-C \d+/);
  });

  it('of a vehicle paid at the bank owes the customer everything on a withdrawal', async () => {
    const application = await motor.insert({ plateNo: 'YYX4001' });
    expectStatus(205, await motor.act(application.id, 'issuePrepay'));
    const { amount } = await issuing.pay(motor.agent, application.id);
    expectStatus(200, await issuing.cancel(application.id, '2026-11-25', { ...WITHDRAWAL, text: 'Δήλωση του λήπτη' }));
    const text = await actOf(motor.agent, application.id);
    for (const part of [
      'Υπαναχώρηση – Δήλωση του λήπτη',
      'επιστρέψετε την πράσινη κάρτα',
      'YYX4001',
      `${euro(amount)} 0,00 € ${euro(amount)}`,
      'Οφείλεται στον λήπτη της ασφάλισης',
      'δεν έχει καταβληθεί ακόμη',
      'Εισφορές',
    ])
      expect(text).toContain(part);
  });

  it('of a policy that had not begun says that there was no cover', async () => {
    const { id } = await createPolicy(fire);
    expectStatus(200, await issuing.cancel(id, '2026-11-25'));
    expect(await actOf(fire, id)).toContain('ακυρώνεται από την έναρξη της ασφάλισης (05/12/2026). Η κάλυψη δεν άρχισε.');
  });

  it('is created for a policy that lapsed a month after the notice', async () => {
    const { id } = await createPolicy(fire, QUARTERLY);
    for (const instant of ['2027-03-06T08:00:00Z', '2027-05-01T08:00:00Z']) {
      await at(instant);
      await app.runDueWork('production');
    }
    expect((await fire.get(id)).status_code).toBe('70');
    const text = await actOf(fire, id);
    for (const part of [
      'Λύση λόγω μη καταβολής δόσης',
      '06/04/2027, ώρα 00:00',
      'Δεν επιστρέφονται ασφάλιστρα.',
      'Δόσεις που δεν οφείλονται πλέον',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('INSTALMENT_UNPAID');
  });

  it('does not exist for an application without a policy, or a policy that ran to its end', async () => {
    const { id } = await createPrepaid(fire);
    expectStatus(204, await fire.act(id, 'DELETE'));
    expect(await listDocuments(fire, id, ACT)).toEqual([]);
    const { id: ended } = await createPolicy(fire);
    await at('2027-12-06T08:00:00Z');
    await app.runDueWork('production');
    expect((await fire.get(ended)).status_code).toBe('60');
    expect(await listDocuments(fire, ended, ACT)).toEqual([]);
  });

  it('cannot be deleted, because the system created it', async () => {
    const { id } = await createPolicy(fire);
    expectStatus(200, await issuing.cancel(id, '2026-11-25'));
    const [act] = await listDocuments(fire, id, ACT);
    await expectRefused(app, () => fire.client.delete(buildDocumentPath(fire, id, act!.id)), { code: '-401' });
  });
});

describe('the preview of a cancellation', () => {
  it.each([
    ['of a charge', async () => (await createPolicy(fire, QUARTERLY)).id, '2026-12-20'],
    [
      'of a payment at the bank',
      async () => {
        const { id } = await createPrepaid(fire);
        await issuing.pay(fire, id);
        return id;
      },
      '2027-03-01',
    ],
    ['of which nothing goes back', async () => (await createPolicy(fire, QUARTERLY)).id, '2027-03-04'],
  ])('%s names the documents that it creates', async (_name, make, date) => {
    const id = await make();
    const before = (await listDocuments(fire, id)).map((one) => one.id);
    await at(`${date}T10:00:00Z`);
    const body = issuing.buildCancellation(date);
    const { documents } = expectStatus(200, await issuing.staff.post(`applications/${id}/cancellation/preview`, body)).json<Preview>();
    expect(await kept(id)).toBe(0);
    expectStatus(200, await issuing.cancel(id, date));
    const made = (await listDocuments(fire, id)).filter((one) => !before.includes(one.id));
    expect(made.length).toBeGreaterThan(0);
    expect(documents.map(({ categoryId, title, fileName }) => [categoryId, title, fileName])).toEqual(
      made.map((one) => [one.category_id, one.category_title, one.file_name]),
    );
    const paid = (await listReceipts(fire, id)).filter(({ kind, status }) => status === 'PAID' && kind !== 'REFUND');
    expect(documents.flatMap(({ refundedReceiptNo }) => refundedReceiptNo ?? [])).toEqual(
      documents.length > 1 ? paid.map((one) => one.receipt_no) : [],
    );
  });
});

describe('the printing of an act', () => {
  it('happens once for any number of readers on two nodes', async () => {
    const other = await startApp({ database: app.running.database, clock: app.clock });
    try {
      await other.parts.stopTimedWork();
      const { access, root } = fire;
      const login = await other.client.withKey(access.apiKey).post(`${root}/auth-api/resources/tokens`, { 'user-key': access.userKey });
      const elsewhere = other.client.withKey(access.apiKey).withToken(expectStatus(201, login).json<{ token: string }>().token);
      const { id } = await createPolicy(fire);
      expectStatus(200, await issuing.cancel(id, '2026-11-25'));
      const clients = [fire.client, elsewhere, fire.client, elsewhere];
      const lists = await Promise.all(clients.map((client) => client.get(buildDocumentPath(fire, id))));
      const acts = lists.map((list) =>
        expectStatus(200, list)
          .json<ListedDocument[]>()
          .filter((one) => one.category_id === ACT),
      );
      expect(new Set(acts.flat().map((one) => one.id)).size).toBe(1);
      for (const one of acts) expect(one).toHaveLength(1);
      expect(await kept(id)).toBe(1);
    } finally {
      await other.stop();
    }
  });

  it('happens after a process ended between commit and print', async () => {
    const { id } = await createPolicy(fire);
    expectStatus(200, await issuing.cancel(id, '2026-11-25'));
    expect(await kept(id)).toBe(0);
    await app.running.parts.startPrinting();
    try {
      await eventually('the act is printed', async () => (await kept(id)) > 0, 20_000);
    } finally {
      await app.running.parts.stopPrinting();
    }
    expect(await kept(id)).toBe(1);
  });
});

describe('the numbers of receipts', () => {
  interface Numbered {
    readonly receiptNo: number;
    readonly series: string;
    readonly number: string | null;
    readonly kind: string;
    readonly status: string;
  }
  const listOf = async (id: number): Promise<Numbered[]> =>
    expectStatus(200, await issuing.staff.get(`applications/${id}/receipts`)).json<Numbered[]>();
  const lastIn = async (series: string): Promise<number> =>
    Number(
      (await app.query('production', `SELECT coalesce(max(number), 0) AS last FROM receipt_number WHERE series = '${series}'`))[0]?.[
        'last'
      ],
    );

  it('have no gap in their series after parallel and refused charges, and refunds have a separate series', async () => {
    const policies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createPrepaid(fire, QUARTERLY)));
    const refused = await createPrepaid(fire, QUARTERLY);
    await app.running.parts.receiptNumbers.number('production');
    const before = await lastIn('26F');
    const rejecting = `CREATE FUNCTION reject_receipt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.application_id = ${refused.id} THEN RAISE EXCEPTION 'no charge'; END IF; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER reject_receipt AFTER INSERT ON receipt DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reject_receipt()`;
    await app.query('production', rejecting);
    const charged = await Promise.all([...policies.slice(0, 3), refused, ...policies.slice(3)].map(({ id }) => charge(fire, id)));
    await app.query('production', 'DROP FUNCTION reject_receipt CASCADE');
    expect(charged.map(({ status }) => status).toSorted()).toEqual([205, 205, 205, 205, 205, 205, 500]);
    const lists = await Promise.all(policies.map(({ id }) => listOf(id)));
    const paid = lists.flatMap((list) => list.filter(({ status }) => status === 'PAID'));
    expect(paid.map(({ number }) => Number(number?.replace('26F ', ''))).toSorted((a, b) => a - b)).toEqual(
      [1, 2, 3, 4, 5, 6].map((place) => before + place),
    );
    expect(lists.flat().filter(({ status, number }) => status === 'PENDING' && number !== null)).toEqual([]);
    const first = policies[0]!.id;
    expectStatus(200, await issuing.cancel(first, '2026-11-25'));
    expect((await listOf(first)).find(({ kind }) => kind === 'REFUND')).toMatchObject({
      series: '26F-R',
      number: `26F-R ${await lastIn('26F-R')}`,
    });
    await issuing.expectBalancedLedger();
  });

  it('are given in the year in which a receipt is asked for by code, and do not change when it is paid', async () => {
    const { id } = await createPrepaid(fire, QUARTERLY);
    expectStatus(205, await charge(fire, id));
    await issuing.moveTo('2027-02-20T08:00:00Z', fire);
    const { payment_code, amount } = await getPaymentCode(fire, id);
    const [, asked, later] = await listReceipts(fire, id);
    expect([asked?.number, later?.number]).toEqual([`27F ${await lastIn('27F')}`, null]);
    await issuing.bookPayment(payment_code, amount);
    expect((await listReceipts(fire, id))[1]).toMatchObject({ status: 'PAID', number: asked?.number });
  });
});
