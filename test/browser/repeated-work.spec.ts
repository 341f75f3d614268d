import { ConsoleBrowser, findPageViolations, HAS_BROWSER } from '../support/browser.js';
import { CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { createUnknownCode, LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { readOutbox } from '../support/outbox.js';
import { StaffClient } from '../support/staff-client.js';
import { IBAN, PAYOUT_IBAN, PayoutClient } from '../support/payout-client.js';

const PASSWORD = 'four wooden horses sang';
const ILLEGAL = { 'objects_insured[0].illegal': '1' };

(HAS_BROWSER ? describe : describe.skip)('the console pages for repeated work', () => {
  let app: FireApp;
  let agent: FireAgent;
  let issuing: LocalCollectionClient;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    app = await FireApp.start();
    agent = (await app.createAgent()).production;
    issuing = await LocalCollectionClient.open(app);
    await issuing.moveTo(CHARGE_TIME, agent);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    visitor = await ConsoleBrowser.start(app.running);
  });
  afterEach(async () => {
    await visitor.closePages();
    expect(visitor.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await visitor.stop();
    await app.stop();
  });

  /** Creates owed refunds of money in suspense for applications of one client. */
  async function createRefunds(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let made = 0; made < count; made++) {
      const { id } = await createPrepaid(agent);
      const suspenseId = await issuing.createSuspense(agent, id);
      expectStatus(200, await issuing.resolve(suspenseId, { refund: true }));
      ids.push((await new PayoutClient(issuing.staff).list(`suspenseId=${suspenseId}`)).items[0]!.id);
    }
    await app.registerParties();
    return ids;
  }

  it('an administrator writes a template, with which an underwriter begins a message and edits it', async () => {
    const { id } = await agent.insertIn('25', ILLEGAL);
    expectStatus(205, await agent.act(id, 'request_approval'));
    const select = 'SELECT application_no AS number, client_name AS client FROM application WHERE id = $1';
    const { number, client } = (await app.query<{ number: string; client: string }>('production', select, [id]))[0]!;
    const admin = await visitor.open('/message-templates', { role: 'admin', language: 'en' });
    await admin.getByRole('button', { name: 'New template' }).click();
    await admin.locator('select[name=decision]').selectOption({ label: 'Decline' });
    await admin.locator('input[name=title]').fill('Unauthorised building');
    const text = admin.locator('textarea[name=text]');
    await text.fill('Dear {client}, {agent}');
    await admin.getByRole('dialog').locator('button[type=submit]').click();
    await admin.locator('textarea[aria-invalid=true]').waitFor();
    await text.fill('We cannot insure {number} ({client}).');
    expect(await findPageViolations(admin)).toEqual([]);
    await admin.getByRole('dialog').locator('button[type=submit]').click();
    await admin.getByRole('cell', { name: 'We cannot insure {number} ({client}).' }).waitFor();
    expect(await findPageViolations(admin)).toEqual([]);

    const page = await visitor.open(`/applications/${id}`, { role: 'underwriter', language: 'en' });
    await page.locator('button.choice', { hasText: 'Decline' }).click();
    await page.getByRole('dialog').getByText('The agent can correct and resubmit it.').waitFor();
    const message = page.locator('textarea[name=text]');
    await message.fill('Good morning.');
    await page.locator('select[name=template]').selectOption({ label: 'Unauthorised building' });
    const filled = `Good morning.\n\nWe cannot insure ${number} (${client}).`;
    expect(await message.inputValue()).toBe(filled);
    await message.fill(`${filled} Sorry.`);
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await agent.get(id)).messages).toContainEqual(expect.objectContaining({ text: `${filled} Sorry.` }));
  });

  it('one IBAN is set for the refunds of one client, and a refused one is named with its reason', async () => {
    const refunds = await createRefunds(3);
    const clerk = new PayoutClient(issuing.staff);
    const page = await visitor.open('/refunds', { role: 'issuing', language: 'en' });
    for (const id of refunds) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
    // Another person prepares one of them meanwhile.
    expectStatus(200, await clerk.setAccount(refunds[1]!));
    expectStatus(201, await issuing.staff.post('payout-batches', { refundIds: [refunds[1]] }));
    await page.locator('.list-foot').getByRole('button', { name: 'Set IBAN' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=iban]').fill('GR00');
    await dialog.locator('button[type=submit]').click();
    await dialog.locator('input[name=iban][aria-invalid=true]').waitFor();
    await dialog.locator('input[name=iban]').fill(IBAN);
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.locator('button[type=submit]').click();
    await page.getByText('Set IBAN: 2 of 3.').waitFor();
    await page.getByRole('alert').getByText('Not done').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    const accounts = await Promise.all(refunds.map(async (id) => (await clerk.getRefund(id)).account?.iban));
    expect(accounts).toEqual(refunds.map(() => 'GR…0695'));
    expect((await clerk.getRefund(refunds[1]!)).status).toBe('PREPARED');
  });

  it('an IBAN is not set for the refunds of different people together', async () => {
    const [one] = await createRefunds(1);
    const { suspenseId } = await issuing.bookPayment(createUnknownCode(), 20);
    expectStatus(200, await issuing.resolve(suspenseId!, { refund: true }));
    const [other] = (await new PayoutClient(issuing.staff).list(`suspenseId=${suspenseId}`)).items;
    const page = await visitor.open('/refunds', { role: 'issuing', language: 'en' });
    for (const id of [one, other!.id]) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
    await page.getByText('One IBAN is set only for refunds of the same client or agent.').waitFor();
    expect(await page.locator('.list-foot').getByRole('button', { name: 'Set IBAN' }).count()).toBe(0);
  });

  it('several amounts in suspense are refunded together, and one that was resolved meanwhile is named', async () => {
    const items: number[] = [];
    for (const amount of [10.1, 20.2, 30.3]) items.push((await issuing.bookPayment(createUnknownCode(), amount)).suspenseId!);
    const page = await visitor.open('/suspense', { role: 'issuing', language: 'en' });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    expectStatus(200, await issuing.resolve(items[1]!, { refund: true }));
    await page.locator('.list-foot').getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('dialog').getByText('3 amounts, €60.60 in total').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByText('Refund: 2 of 3.').waitFor();
    await page.getByRole('alert').getByText('Not done').waitFor();
    for (const id of items) {
      const { items: owed } = await new PayoutClient(issuing.staff).list(`suspenseId=${id}`);
      expect(owed).toMatchObject([{ status: 'OWED' }]);
    }
  });

  it('invitations are sent again together, and one that was accepted meanwhile is named', async () => {
    const admin = await StaffClient.open(app.running, 'admin');
    const emails = [1, 2, 3].map((n) => `invited${n}@insurer.example`);
    for (const email of emails) expectStatus(201, await admin.post('users', { email, name: `Νέος ${email}`, role: 'issuing' }));
    const page = await visitor.open('/users', { role: 'admin', language: 'en' });
    for (const email of emails) await page.getByRole('checkbox', { name: `Select Νέος ${email}` }).check();
    const mails = (await readOutbox(app.running.database.config.dataDir)).filter(({ to }) => to === emails[1]);
    expectStatus(204, await app.running.client.post('/backoffice-api/passwords', { token: mails[0]?.token, password: PASSWORD }));
    await page.locator('.list-foot').getByRole('button', { name: 'Send a new link' }).click();
    for (const email of emails) await page.getByRole('dialog').getByText(email).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByText('Send a new link: 2 of 3.').waitFor();
    await page.getByRole('alert').getByText('Not done').waitFor();
    const sent = (await readOutbox(app.running.database.config.dataDir)).map(({ to }) => to);
    expect(emails.map((email) => sent.filter((to) => to === email).length)).toEqual([2, 1, 2]);
  });
});
