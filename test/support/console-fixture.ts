import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { Role } from '../../src/identity/user.service.js';
import { BankFileClient } from './bank-file-client.js';
import { buildCamtFile } from './camt.js';
import { CHARGE_TIME, createPolicy, createPrepaid } from './collection.js';
import { PNG } from './files.js';
import { makeLink } from './customer.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from './fire-app.js';
import type { Changes } from './json-changes.js';
import { LocalCollectionClient, createUnknownCode } from './collection-client.js';
import { buildLegalTexts } from './legal-texts.js';
import { MotorAgent, buildMotorBody } from './motor.js';
import { IBAN, PAYOUT_IBAN, PayoutClient } from './payout-client.js';
import { hashQuickly } from './quick-hash.js';
import { StaffClient } from './staff-client.js';

/** Markup that would run if a page did not escape stored values. */
export const SCRIPT = '<img src=x onerror=alert(1)>';
export const PASSWORD = 'four wooden horses sang';
const PAGE_LIMIT_MS = 10_000;
const REFERRED = { 'objects_insured[0].illegal': '1' };

export interface Referral {
  readonly id: number;
  readonly number: string;
}

export interface ConsoleUser {
  readonly userId: number;
  readonly email: string;
}

/** A running application with one agent, for specs of the console. */
export class ConsoleFixture {
  private constructor(
    readonly app: FireApp,
    readonly agent: FireAgent,
    readonly sandbox: FireAgent,
  ) {}

  /** Starts the application at the time of the first charge. */
  static async start(): Promise<ConsoleFixture> {
    const app = await FireApp.start();
    app.clock.set(CHARGE_TIME);
    const { production, sandbox } = await app.createAgent({ name: `Agency ${SCRIPT}` });
    return new ConsoleFixture(app, production, sandbox);
  }

  /** Moves the clock past the limit of page loads per address. */
  passPageLimit(): void {
    this.app.clock.set(new Date(this.app.clock.now().getTime() + PAGE_LIMIT_MS).toISOString());
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** Creates a user of the role with the password `PASSWORD`; role `agent` belongs to the agent of the fixture. */
  async createUser(role: Role, name = `Person ${SCRIPT}`): Promise<ConsoleUser> {
    const { store, users, consolePrograms } = this.app.running.parts;
    const email = `${role}-${++people}@insurer.example`;
    const userId = await store.transaction('gateway', async (tx) => {
      const agentCode = role === 'agent' ? this.agent.access.agentCode : null;
      const id = await users.create(tx, { email, name, role, agentCode, delegates: [] });
      await users.setPassword(tx, id, hashQuickly(PASSWORD));
      await consolePrograms.createIfMissing(tx, { userId: id, email });
      return id;
    });
    return { userId, email };
  }

  /** Creates an application that waits for an underwriter. */
  async createReferral(changes: Readonly<Record<string, unknown>> = {}): Promise<Referral> {
    const { id } = await this.agent.insertIn('25', { ...REFERRED, ...changes });
    expectStatus(205, await this.agent.act(id, 'request_approval'));
    return { id, number: (await this.agent.get(id)).application_no };
  }

  /** Creates an amendment that is issued, and one that waits for an underwriter. */
  async createAmendments(policyId: number): Promise<void> {
    const path = `/fire-api/rsc/applications/${policyId}/amendments`;
    const { objects_insured: objects, client, start_date } = await this.agent.get(policyId);
    const request = (changes: object): object => ({ kind: 'CHANGE', effective_date: start_date, reason: SCRIPT, changes });
    expectStatus(201, await this.agent.client.post(path, request({ client: { ...client, mobile: '6912345679' } })));
    expectStatus(201, await this.agent.client.post(path, request({ objects_insured: [{ ...objects[0], illegal: '1' }] })));
    expectStatus(200, await this.agent.client.put(`${path}/2/request_approval`));
  }

  /** Creates a policy with a claim and a link, from which its customer withdraws, so that staff must decide. */
  async createOpenWithdrawal(issuing: StaffClient, reason: string, changes: Changes = {}): Promise<FireEntity> {
    const date = CHARGE_TIME.slice(0, 10);
    const policy = await createPolicy(this.agent, { ...changes, start_date: date });
    expectStatus(
      200,
      await issuing.put(`applications/${policy.id}/claims/Z-${policy.id}`, { date, atFault: false, reserved: 100, paid: 0 }),
    );
    await makeLink(this.agent, policy.id, 'policy');
    expectStatus(201, await this.agent.client.post(`/docs-api/policy/applications/${policy.id}/withdrawals`, { reason }));
    return policy;
  }

  /** Creates data for every page, with the markup in every free text. */
  async createSamples(): Promise<{ readonly referred: Referral; readonly policy: number }> {
    const { running } = this.app;
    const issuing = await LocalCollectionClient.open(this.app);
    const underwriter = await StaffClient.open(running, 'underwriter');
    const admin = await StaffClient.open(running, 'admin');
    const named = { 'client.first_name': SCRIPT, 'insured.first_name': SCRIPT };
    const referred = await this.createReferral(named);
    const asked = await this.createReferral(named);
    const file = new URLSearchParams({
      file_name: `${SCRIPT}.png`,
      mime_type: 'image/png',
      category_id: '2',
      comments: SCRIPT,
    });
    const upload = { body: PNG, headers: { 'Content-Type': 'application/octet-stream' } };
    const documents = `/docs-api/policy/applications/${referred.id}/documents?${file.toString()}`;
    expectStatus(201, await this.agent.client.call('POST', documents, upload));
    expectStatus(201, await underwriter.post(`applications/${referred.id}/notes`, { text: SCRIPT }));
    expectStatus(200, await underwriter.decide(asked.id, 'request_documents', { messages: [{ text: SCRIPT }] }));
    const terms = { loadingPercent: 20, note: SCRIPT };
    expectStatus(200, await underwriter.decide((await this.createReferral(named)).id, 'approve_with_terms', { terms }));
    const policy = await createPolicy(this.agent, { ...named, pay_frequency_in_months: 3 });
    await this.createAmendments(policy.id);
    const cancelled = await createPrepaid(this.agent, named);
    await issuing.pay(this.agent, cancelled.id);
    expectStatus(200, await issuing.cancel(cancelled.id, CHARGE_TIME.slice(0, 10), { text: SCRIPT }));
    const both = { el: SCRIPT, en: SCRIPT };
    expectStatus(200, await admin.put('settings', { payoutIban: PAYOUT_IBAN, insurer: { name: both, address: both } }));
    expectStatus(200, await admin.put('settings/legal-texts', { ...buildLegalTexts(), outOfCourt: both }));
    const payouts = new PayoutClient(issuing.staff);
    const [refund] = (await payouts.list('status=OWED')).items;
    expectStatus(200, await payouts.setAccount(refund!.id, IBAN, SCRIPT));
    expectStatus(201, await issuing.staff.post('payout-batches', { refundIds: [refund!.id] }));
    await issuing.bookPayment(createUnknownCode(), 300, SCRIPT.slice(0, 30));
    await issuing.bookPayment(createUnknownCode(), 20);
    await this.createReturnedRefund(issuing, named);
    const transfer = { amount: 12.34, reference: issuing.createReference(), texts: [SCRIPT], sender: SCRIPT };
    await new BankFileClient(issuing.staff).uploadAndBook(buildCamtFile([transfer]));
    const motor = new MotorAgent(this.agent);
    expectStatus(201, await motor.post(buildMotorBody({ 'client.firstName': SCRIPT })));
    const requests = `${this.agent.root}/service-requests-api/resources/srs`;
    const request = expectStatus(201, await this.agent.client.post(requests, { category: 'GDPR', subject: SCRIPT, body: SCRIPT }));
    const { serviceRequestId } = request.json<{ serviceRequestId: string }>();
    expectStatus(200, await underwriter.patch(`service-requests/${serviceRequestId}`, { answer: SCRIPT }));
    expectStatus(201, await admin.post('programs', { name: SCRIPT, owner: SCRIPT }));
    const changes = { 'objects_insured[*].address': SCRIPT };
    const run = { filter: { line: 'fire' }, kind: 'CHANGE', effectiveDate: policy.start_date, reason: SCRIPT, changes };
    expectStatus(201, await admin.post('amendment-runs', run));
    expectStatus(201, await admin.post('users', { email: 'invited@broker.example', name: SCRIPT, role: 'issuing' }));
    await createPolicy(this.sandbox, { pay_frequency_in_months: 3 });
    const { id: offered } = await this.sandbox.insert();
    expectStatus(201, await this.sandbox.client.post(`${this.sandbox.root}/docs-api/policy/applications/${offered}/offers`));
    await this.createOpenWithdrawal(issuing.staff, SCRIPT, named);
    const webhook = { url: 'https://agency.example/hooks', description: SCRIPT };
    expectStatus(201, await this.sandbox.client.post(`${this.sandbox.root}/events-api/resources/webhooks`, webhook));
    expectStatus(201, await new MotorAgent(this.sandbox).post(buildMotorBody()));
    await this.app.registerParties();
    await this.app.publishEvents('production');
    for (const environment of ENVIRONMENTS)
      await running.parts.overviewFold.run({ environment, at: this.app.clock.now() }, { evenIfFresh: true });
    return { referred, policy: policy.id };
  }

  /** Creates a refund that was paid and returned by the bank. */
  private async createReturnedRefund(issuing: LocalCollectionClient, named: Readonly<Record<string, unknown>>): Promise<void> {
    const { id } = await createPrepaid(this.agent, named);
    await issuing.pay(this.agent, id);
    expectStatus(200, await issuing.cancel(id, CHARGE_TIME.slice(0, 10), { text: SCRIPT }));
    const clerk = new PayoutClient(issuing.staff);
    const owed = (await clerk.list(`applicationId=${id}`)).items.map((refund) => refund.id);
    const batch = await clerk.prepareBatch(owed);
    const other = new PayoutClient(await StaffClient.open(this.app.running, 'issuing'));
    expectStatus(200, await other.confirm(batch.id));
    expectStatus(200, await other.returnPayment(owed[0]!, clerk.createReference(), SCRIPT));
  }
}

let people = 0;
