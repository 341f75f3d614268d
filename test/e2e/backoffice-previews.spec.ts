import type { HttpResponse } from '../support/client.js';
import { CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY, listReceipts } from '../support/collection.js';
import { expectStatus, listViolations, FireApp, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient, createUnknownCode, WITHDRAWAL } from '../support/collection-client.js';
import { MotorAgent } from '../support/motor.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await issuing.moveTo(CHARGE_TIME, agent);
  await underwriter.renewSession();
});

interface Priced {
  readonly status: string;
  readonly statusTitle: string;
  readonly price: { readonly gross: number; readonly lines: readonly { readonly cover: string; readonly net: number }[] } | null;
  readonly messages: readonly object[];
}

interface Refunding {
  readonly status: string;
  readonly refund: { readonly total: number; readonly receipts: readonly { readonly receiptNo: number | null }[] };
}

/** Sends the preview of a write, which changes nothing and notifies nobody, and then the write. */
async function both(staff: StaffClient, path: string, body: object): Promise<readonly [preview: HttpResponse, done: HttpResponse]> {
  const before = await app.readFingerprint();
  const audited = await audit();
  const preview = await staff.post(`${path}/preview`, body);
  expect([await app.readFingerprint(), await audit()]).toEqual([before, audited]);
  return [preview, await staff.post(path, body)];
}

const audit = (): Promise<unknown> => app.query('production', 'SELECT count(*) FROM gateway.audit_entry');

async function succeeded<T>(staff: StaffClient, path: string, body: object): Promise<readonly [preview: T, done: T]> {
  const [preview, done] = await both(staff, path, body);
  return [expectStatus(200, preview).json<T>(), expectStatus(200, done).json<T>()];
}

/** Expects preview and write to fail for the same reason and at the same fields. */
async function refused(staff: StaffClient, path: string, body: object, code: string): Promise<void> {
  const [preview, done] = (await both(staff, path, body)).map((response) => [
    response.status,
    response.json().error,
    listViolations(response),
  ]);
  expect(preview).toEqual(done);
  expect(preview?.slice(0, 2)).toEqual([400, code]);
}

const ILLEGAL = { 'objects_insured[0].illegal': '1' };

async function referred(): Promise<string> {
  const { id } = await agent.insert(agent.body(ILLEGAL));
  expectStatus(205, await agent.act(id, 'request_approval'));
  return `applications/${id}/decisions`;
}

describe('the preview of a decision', () => {
  const SUFFICIENT: unknown = expect.objectContaining({ sufficient: true, exceeded: [], secondPersonReason: null });
  /** Decisions that every underwriter may take. */
  const NEEDS_NONE = ['return', 'request_documents'];
  const MESSAGE = { code: 'UW-ROOF', severity: 'warning', path: 'objects_insured[0]', text: 'Στείλτε φωτογραφίες της στέγης.' };

  it.each([
    ['approve', {}],
    ['approve_with_terms', { terms: { loadingPercent: 20 } }],
    ['approve_with_terms', { terms: { loadingPercent: 7.5, deductible: 500, note: 'Με συναγερμό.' }, messages: [MESSAGE] }],
    ['approve_with_terms', { terms: { excludedCovers: ['004'] } }],
    ['return', { messages: [MESSAGE] }],
    ['request_documents', { messages: [MESSAGE] }],
    ['decline', {}],
  ])('%s shows the resulting status, price and messages: %j', async (decision, more) => {
    const [preview, done] = await succeeded<Priced>(underwriter, await referred(), { decision, ...more });
    const { status, statusTitle, price, messages } = done;
    expect(preview).toEqual({ status, statusTitle, price, messages, authority: NEEDS_NONE.includes(decision) ? null : SUFFICIENT });
  });

  it('is equally correct for a vehicle', async () => {
    const motor = new MotorAgent(agent);
    const { id } = await motor.insert({ insuredValue: 72_000, plateNo: 'KKK3001' });
    expectStatus(205, await motor.act(id, 'requestApproval'));
    const terms = { loadingPercent: 12.5, excludedCovers: ['M13'], deductible: 1000 };
    const decision = { decision: 'approve_with_terms', terms };
    const [preview, done] = await succeeded<Priced>(underwriter, `applications/${id}/decisions`, decision);
    expect(preview).toEqual({
      status: '01',
      statusTitle: done.statusTitle,
      price: done.price,
      messages: done.messages,
      authority: SUFFICIENT,
    });
    expect((await motor.get(id)).premium?.gross).toBe(preview.price?.gross);
  });

  it('shows the cost of each cover with a loading', async () => {
    const path = await referred();
    const [plain, loaded] = await Promise.all(
      [{ decision: 'approve' }, { decision: 'approve_with_terms', terms: { loadingPercent: 100 } }].map(async (decision) =>
        expectStatus(200, await underwriter.post(`${path}/preview`, decision)).json<Priced>(),
      ),
    );
    expect(plain?.price?.lines.length).toBeGreaterThan(0);
    expect(loaded?.price?.lines.map(({ net }) => net)).toEqual(plain?.price?.lines.map(({ net }) => net * 2));
  });

  it('is refused like the decision', async () => {
    const path = await referred();
    await refused(underwriter, path, { decision: 'approve_with_terms' }, '-101');
    await refused(underwriter, path, { decision: 'approve_with_terms', terms: { excludedCovers: ['999'] } }, '-102');
    await refused(underwriter, path, { decision: 'maybe' }, '-102');
    const { id } = await agent.insertIn('50');
    await refused(underwriter, `applications/${id}/decisions`, { decision: 'decline' }, '-400');
    await refused(underwriter, 'applications/9999999999/decisions', { decision: 'decline' }, '-300');
  });

  it('is allowed only for underwriters', async () => {
    const response = await issuing.staff.post(`${await referred()}/preview`, { decision: 'approve' });
    expect([response.status, response.json().error]).toEqual([403, '-203']);
  });
});

describe('the preview of a cancellation', () => {
  it.each([
    ['of a policy charged to the agent', async () => (await createPolicy(agent, QUARTERLY)).id, '2026-12-20', true],
    ['of a vehicle', async () => (await new MotorAgent(agent).createPolicy({ payFrequencyInMonths: 6 })).id, '2026-12-20', true],
    ['within the days of withdrawal', async () => (await createPolicy(agent)).id, '2026-11-25', false],
    [
      'of a policy paid at the bank',
      async () => {
        const { id } = await createPrepaid(agent);
        await issuing.pay(agent, id);
        return id;
      },
      '2027-06-05',
      true,
    ],
  ])('%s shows the refund of each receipt', async (_name, make, date, claims) => {
    const id = await make();
    await issuing.moveTo(`${date}T10:00:00Z`, agent);
    const body = issuing.buildCancellation(date, claims ? {} : WITHDRAWAL);
    const [preview, done] = await succeeded<Refunding>(issuing.staff, `applications/${id}/cancellation`, body);
    expect(done.refund.receipts.length).toBeGreaterThan(0);
    expect(done.refund.total).toBeGreaterThan(0);
    const receipts = done.refund.receipts.map((receipt) => ({ ...receipt, receiptNo: null }));
    expect(preview).toMatchObject({ status: done.status, refund: { ...done.refund, receipts } });
    await issuing.expectBalancedLedger();
  });

  it('is refused like the cancellation', async () => {
    const { id } = await createPolicy(agent);
    const body = issuing.buildCancellation('2026-11-25');
    await refused(issuing.staff, `applications/${id}/cancellation`, { ...body, date: '2026-11-24' }, '-104');
    await refused(issuing.staff, `applications/${id}/cancellation`, { ...body, reasonCode: ' ' }, '-101');
    const { id: entered } = await agent.insert();
    await refused(issuing.staff, `applications/${entered}/cancellation`, body, '-400');
  });

  it('is allowed only for the issuing department', async () => {
    const { id } = await createPolicy(agent);
    const body = issuing.buildCancellation('2026-11-25');
    const response = await underwriter.post(`applications/${id}/cancellation/preview`, body);
    expect([response.status, response.json().error]).toEqual([403, '-203']);
  });
});

describe('the preview of a suspense resolution', () => {
  interface Preview {
    readonly use: string;
    readonly amount: number;
    readonly applicationId: number | null;
    readonly application: { readonly status: string; readonly instalmentNo: number; readonly policyNo: string } | null;
  }

  /** Creates suspense money by paying 332.64 twice. */
  async function suspended(): Promise<string> {
    const { id } = await createPrepaid(agent);
    const { payment_code } = await getPaymentCode(agent, id);
    await issuing.bookPayment(payment_code, 332.64);
    const { suspenseId } = await issuing.bookPayment(payment_code, 332.64);
    return `suspense/${suspenseId}/resolution`;
  }

  it('shows the policy that it issues', async () => {
    const { id, application_no } = await createPrepaid(agent);
    const path = await suspended();
    const [preview] = (await succeeded<Preview>(issuing.staff, path, { applicationId: id })) as readonly [Preview, unknown];
    const { policy_no, status_code } = await agent.get(id);
    expect(preview).toMatchObject({
      use: 'PAID',
      amount: 332.64,
      applicationId: id,
      application: { applicationNo: application_no, policyNo: policy_no, status: status_code, instalmentNo: 1 },
    });
  });

  it('shows the instalment that it pays', async () => {
    const { id } = await createPrepaid(agent, QUARTERLY);
    await issuing.pay(agent, id);
    await issuing.moveTo('2027-02-25T10:00:00Z', agent);
    const [, second] = await listReceipts(agent, id);
    const { suspenseId } = await issuing.bookPayment(createUnknownCode(), second!.gross);
    const [preview] = await succeeded<Preview>(issuing.staff, `suspense/${suspenseId}/resolution`, { applicationId: id });
    expect(preview).toMatchObject({ use: 'PAID', amount: second!.gross, application: { status: '50', instalmentNo: 2 } });
    expect((await listReceipts(agent, id)).map(({ status }) => status)).toEqual(['PAID', 'PAID', 'PENDING', 'PENDING']);
  });

  it('shows who receives a refund, or that it returns to its sender', async () => {
    const { id } = await createPrepaid(agent);
    const owed = await issuing.createSuspense(agent, id, 300);
    const [ofCustomer] = await succeeded<Preview>(issuing.staff, `suspense/${owed}/resolution`, { refund: true });
    expect(ofCustomer).toMatchObject({ use: 'OWED', amount: 300, applicationId: id, application: null, account: null });
    const { suspenseId } = await issuing.bookPayment(createUnknownCode(), 12.34);
    const [ofNobody] = await succeeded<Preview>(issuing.staff, `suspense/${suspenseId}/resolution`, { refund: true });
    expect(ofNobody).toMatchObject({ use: 'OWED', amount: 12.34, applicationId: null, application: null, account: null });
    await issuing.expectBalancedLedger();
  });

  it('is refused like the resolution', async () => {
    const path = await suspended();
    await refused(issuing.staff, path, {}, '-101');
    const { id } = await agent.insertIn('02');
    await refused(issuing.staff, path, { applicationId: id }, '-401');
    await refused(issuing.staff, path, { applicationId: 9_999_999_999 }, '-300');
    const { id: dearer } = await createPrepaid(agent, QUARTERLY);
    await refused(issuing.staff, path, { applicationId: dearer }, '-701');
    await refused(issuing.staff, 'suspense/999999/resolution', { refund: true }, '-304');
    expectStatus(200, await issuing.staff.post(path, { refund: true }));
    await refused(issuing.staff, path, { refund: true }, '-400');
  });
});
