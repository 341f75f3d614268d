import type { LegalTextsResponse } from '../../src/backoffice/administration/settings/legal-texts.dto.js';
import { toBankWords } from '../../src/record/money/payouts/bank-text.js';
import { findPageViolations, HAS_BROWSER, NARROW, ConsoleBrowser } from '../support/browser.js';
import { BankFileClient, type StoredTransfer } from '../support/bank-file-client.js';
import { buildCamtFile } from '../support/camt.js';
import { CHARGE_TIME, createPrepaid } from '../support/collection.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { getPaymentCode, LocalCollectionClient } from '../support/collection-client.js';
import { IBAN, PAYOUT_IBAN, PayoutClient } from '../support/payout-client.js';
import { StaffClient, createStaff } from '../support/staff-client.js';

const AGENT_CODE = 'A100';

(HAS_BROWSER ? describe : describe.skip)('the console pages of staff for money', () => {
  let app: FireApp;
  let agent: FireAgent;
  let issuing: LocalCollectionClient;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    app = await FireApp.start();
    agent = (await app.createAgent({ code: AGENT_CODE })).production;
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

  it('the desk imports a bank file into suspense, and moves the money to the suggested application', async () => {
    const { id } = await createPrepaid(agent);
    const sql = 'SELECT client_name AS "clientName" FROM application WHERE id = $1';
    const [row] = await app.query<{ clientName: string }>('production', sql, [id]);
    const entry = { amount: 332.64, reference: 'NBG-1', sender: toBankWords(row!.clientName).join(' ') };
    const page = await visitor.open('/bank-statements', { role: 'issuing' });
    await page.getByRole('button', { name: 'Μεταφόρτωση αρχείου' }).click();
    await page.locator('[role=dialog] .file-field button:focus').waitFor();
    const upload = async (buffer: Buffer): Promise<void> => {
      await page.locator('input[type=file]').setInputFiles({ name: 'bank.xml', mimeType: 'text/xml', buffer });
      expect(await findPageViolations(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Μεταφόρτωση αρχείου' }).click();
    };
    await upload(Buffer.from(buildCamtFile([entry]).toString().replaceAll('>332.64<', '>332,64<')));
    await page
      .getByText(/^Εγγραφή \d+ · Amt: /)
      .first()
      .waitFor();
    await upload(buildCamtFile([entry]));
    await page.waitForURL(/bank-statements\/\d+$/);
    const waiting = `SELECT FROM bank_statement WHERE state <> 'DONE'`;
    await eventually('the file is booked', async () => (await app.query('production', waiting)).length === 0, 30_000);
    await page.reload();
    const link = page.getByRole('link', { name: 'Άνοιγμα' });
    await link.waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await link.click();
    await page.getByText('Πιθανές αντιστοιχίσεις').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Επιλογή' }).first().click();
    await page.getByText('Θα εξοφληθεί').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Τακτοποίηση' }).click();
    await page.getByText('Τακτοποιημένα').waitFor();
    expect((await agent.get(id)).status_code).toBe('50');
  });

  it('one person prepares a batch, another one approves and confirms it, and a returned payment is booked', async () => {
    const { id } = await createPrepaid(agent);
    expectStatus(200, await issuing.resolve(await issuing.createSuspense(agent, id), { refund: true }));
    const clerk = new PayoutClient(issuing.staff);
    const [refund] = (await clerk.list(`applicationId=${id}`)).items;
    expectStatus(200, await clerk.setAccount(refund!.id, IBAN, 'Ξένος Νικόλαος'));
    const first = await visitor.open('/refunds', { role: 'issuing', language: 'en' });
    await first.getByRole('button', { name: 'New payout batch' }).or(first.locator('.head button')).first().click();
    await first.getByText(/^Refunds: \d+\. Sum: €/).waitFor();
    await first.getByRole('dialog').locator('button[type=submit]').click();
    await first.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await first.locator('.toast').getByRole('link').getAttribute('href')).toMatch(/\/payout-batches\/\d+$/);
    const [batch] = expectStatus(200, await issuing.staff.get('payout-batches')).json<{ items: { id: number }[] }>().items;
    const approve = async (by: typeof first): Promise<void> => {
      await by.goto(`${visitor.root}/console/payout-batches/${batch!.id}`);
      await by.getByText('Account holder is not the client', { exact: true }).waitFor();
      for (const shown of [refund!.clientName!, 'Ξένος Νικόλαος GR…0695']) await by.getByText(shown, { exact: true }).waitFor();
      expect(await by.getByRole('button', { name: 'Bank file' }).count()).toBe(0);
      await by.getByRole('button', { name: 'Approve' }).click();
      await by.getByRole('dialog').locator('button[type=submit]').click();
    };
    const confirm = async (by: typeof first, reference: string): Promise<void> => {
      await by.getByRole('button', { name: 'Confirm bank execution' }).click();
      await by.locator('input[name=reference]').fill(reference);
      await by.getByRole('dialog').locator('button[type=submit]').click();
    };
    await first.goto(`${visitor.root}/console/payout-batches/${batch!.id}`);
    await first.getByText('You prepared this batch. Another user must approve it.').waitFor();
    expect(await first.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    const second = await visitor.open('/payout-batches', { role: 'issuing', language: 'en', viewport: NARROW });
    await approve(second);
    await second.getByRole('button', { name: 'Bank file' }).waitFor();
    await confirm(second, 'NBG-OUT-1');
    await second.getByRole('button', { name: 'Record a bank return' }).click();
    await second.locator('input[name=reference]').fill('NBG-BACK-1');
    await second.locator('input[name=reason]').fill('AC04 closed account');
    expect(await findPageViolations(second)).toEqual([]);
    await second.getByRole('dialog').locator('button[type=submit]').click();
    await second.getByText('AC04 closed account').waitFor();
    expect(await clerk.getRefund(refund!.id)).toMatchObject({ status: 'OWED', account: null });
  });

  it('the accounts show what each agent owes, and download its statement as a file', async () => {
    const { policy_no: policyNo } = await agent.insertIn('50');
    const page = await visitor.open('/accounts?owing=yes', { role: 'issuing' });
    await page.getByRole('link', { name: `(${AGENT_CODE})` }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: `(${AGENT_CODE})` }).click();
    await page.getByRole('cell', { name: policyNo!, exact: true }).waitFor();
    // The files have this month if no other period is chosen.
    await page.getByRole('button', { name: 'PDF' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('Λογαριασμοί συνεργατών');
    const year = CHARGE_TIME.slice(0, 4);
    await page.goto(`${visitor.root}/console/accounts?agent=${AGENT_CODE}&from=${year}-01-01&to=${year}-12-31`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).click();
    expect((await download).suggestedFilename()).toBe(`${AGENT_CODE}-${year}-01-01.pdf`);
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('the overview and a message about money lead to the items they mean', async () => {
    const { id } = await createPrepaid(agent);
    const suspenseId = await issuing.createSuspense(agent, id);
    await app.running.parts.overviewFold.run({ environment: 'production', at: app.clock.now() }, { evenIfFresh: true });
    const page = await visitor.open('/', { role: 'issuing', language: 'en' });
    await page.getByRole('link', { name: 'Refunds owed' }).click();
    await page.waitForURL(/\/refunds\?status=OWED$/);
    await page.goto(`${visitor.root}/console/messages?kind=SUSPENSE`);
    await page
      .getByRole('row', { name: String(id) })
      .getByRole('link', { name: 'Open suspense item' })
      .click();
    await page.waitForURL(`${visitor.root}/console/suspense/${suspenseId}`);
    const admin = await visitor.open('/', { role: 'admin', language: 'en' });
    await admin.getByText('Refunds owed').waitFor();
    expect(await admin.getByRole('link', { name: 'Refunds owed' }).count()).toBe(0);
  });

  it('money with and without an application is sent back to the account in the bank file', async () => {
    const clerk = new PayoutClient(issuing.staff);
    const bank = new BankFileClient(issuing.staff);
    const { id } = await createPrepaid(agent);
    const { payment_code: code } = await getPaymentCode(agent, id);
    const transfers = [{ code, says: 'Will be refunded to the client' }, { says: 'Will be returned to the sender' }];
    for (const { says, ...transfer } of transfers) {
      const entry = { amount: 45.67, reference: issuing.createReference(), sender: 'DIMOU ELENI', ...transfer };
      const { id: statementId } = await bank.uploadAndBook(buildCamtFile([entry]));
      const [{ suspenseId }] = (await bank.listTransfers(statementId)) as [StoredTransfer];
      const page = await visitor.open(`/suspense/${suspenseId}`, { role: 'issuing', language: 'en' });
      await page.getByText('GR…0695').waitFor();
      await page.getByRole('button', { name: 'Resolve' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('select[name=use]').selectOption({ label: 'Refund' });
      expect(await dialog.locator('input[name=applicationId]').count()).toBe(0);
      await dialog.getByText(says).waitFor();
      await dialog.getByText('Will be paid to GR…0695 (DIMOU ELENI)').waitFor();
      expect(await findPageViolations(page)).toEqual([]);
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'detached' });
      const { items } = await clerk.list(`suspenseId=${suspenseId}`);
      expect(items).toMatchObject([{ status: 'OWED', account: { iban: 'GR…0695', holder: 'DIMOU ELENI' } }]);
      await page.goto(`${visitor.root}/console/refunds?status=OWED`);
      await page.getByRole('cell', { name: 'GR…0695 DIMOU ELENI' }).first().waitFor();
    }
  });

  it('a service request is shown in full, and an answer that another person gave meanwhile is not overwritten', async () => {
    const asked = { category: 'GDPR', subject: 'Address', body: `Moved. ${'Read on. '.repeat(20)}To the end.` };
    const made = expectStatus(201, await agent.client.post('/service-requests-api/resources/srs', asked));
    const { serviceRequestId } = made.json<{ serviceRequestId: string }>();
    const page = await visitor.open('/service-requests?status=OPEN', { role: 'issuing', language: 'en', viewport: NARROW });
    await page.getByRole('link', { name: serviceRequestId }).click();
    await page.getByText('To the end.').waitFor();
    await page.getByRole('button', { name: 'Reply to the request' }).click();
    await page.locator('textarea[name=answer]').fill('The second answer.');
    expectStatus(200, await issuing.staff.patch(`service-requests/${serviceRequestId}`, { answer: 'The first answer.' }));
    const dialog = page.getByRole('dialog');
    await dialog.locator('button[type=submit]').click();
    await dialog.getByRole('alert').getByText('Someone changed this in the meantime').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    const { answer } = (await issuing.staff.get(`service-requests/${serviceRequestId}`)).json<{ answer: string }>();
    expect(answer).toBe('The first answer.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await page.getByText('The first answer.').waitFor();
    await page.getByRole('button', { name: 'Reply to the request' }).click();
    await page.locator('textarea[name=answer]').fill('The second answer.');
    await dialog.locator('button[type=submit]').click();
    await page.locator('p.pre', { hasText: 'The second answer.' }).waitFor();
  });

  it('the legal texts are changed as a whole, and never overwrite a change from another tab', async () => {
    const page = await visitor.open('/legal-texts', { role: 'issuing', language: 'en', viewport: NARROW });
    const days = page.locator('input[name="objection.days"]');
    const text = page.locator('textarea[name="objection.text.en"]');
    await text.fill('Object within {days} days, in writing.');
    await days.fill('0');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.locator('input[name="objection.days"]:focus').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    const { version, ...texts } = (await issuing.staff.get('settings/legal-texts')).json<LegalTextsResponse>();
    const others = { ...texts, outOfCourt: { ...texts.outOfCourt, en: 'The ombudsman.' } };
    expectStatus(200, await issuing.staff.put('settings/legal-texts', others));
    await days.fill('20');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Someone changed this in the meantime').waitFor();
    expect(await text.inputValue()).toBe('Object within {days} days, in writing.');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText(`Version ${version + 1}.`).waitFor();
    await text.fill('Object within {days} days, in writing.');
    await days.fill('20');
    // The preview does not discard what was typed.
    const preview = page.getByRole('dialog', { name: 'Preview: motor policy' });
    await page.getByRole('button', { name: 'Preview: motor policy' }).click();
    await preview.getByRole('link', { name: 'Open' }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    expect(await days.inputValue()).toBe('20');
    await days.focus();
    await page.keyboard.press('Enter');
    await page.getByText(`Version ${version + 2}.`).waitFor();
    const objection = { ...texts.objection, days: 20, text: { ...texts.objection.text, en: 'Object within {days} days, in writing.' } };
    const kept = { ...others, objection, version: version + 2 };
    expect((await issuing.staff.get('settings/legal-texts')).json()).toEqual(kept);
  });

  it('the audit record is filtered by the actions on offer', async () => {
    const page = await visitor.open('/audit', { role: 'admin', language: 'en' });
    await page.getByLabel('Action').selectOption({ label: 'Settled' });
    await page.getByLabel('Action').selectOption({ label: 'Changed' });
    await page.getByLabel('Target type').selectOption({ label: 'Settings' });
    await page.waitForURL(/action=change&subjectType=settings$/);
    await page.getByRole('cell', { name: 'Settings production' }).first().waitFor();
    await page.getByRole('cell', { name: /^Debit IBAN for payouts: – → GR/ }).waitFor();
    const leaving = await visitor.open('/users', { role: 'admin', language: 'en' });
    await leaving.getByRole('button', { name: 'Sign out', exact: true }).click();
    await leaving.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${visitor.root}/console/audit`);
    await page.getByRole('cell', { name: /^Session / }).waitFor();
    await page.getByLabel('Sign-ins').selectOption({ label: 'Hidden' });
    await page.waitForURL(/sessions=no$/);
    await page.getByRole('cell', { name: /^Session / }).waitFor({ state: 'detached' });
    expect(await page.locator('datalist option').count()).toBeGreaterThan(1);
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('an administrator lets a user act for one more agent only', async () => {
    const { agentCode } = (await app.createAgent({ code: 'A200' })).production.access;
    const { userId } = await createStaff(app.running, 'agent', AGENT_CODE);
    const admin = await StaffClient.open(app.running, 'admin');
    const { email } = (await admin.get(`users/${userId}`)).json<{ email: string }>();
    const page = await visitor.open('/delegations', { role: 'admin', language: 'en', viewport: NARROW });
    await page.getByRole('button', { name: 'New delegation' }).click();
    const dialog = page.getByRole('dialog');
    const isAt = async (name: string): Promise<void> => {
      await dialog.locator('button[type=submit]').click();
      await dialog.locator(`input[name=${name}]:focus`).waitFor();
    };
    await dialog.locator('input[name=email]').fill('nobody@broker.example');
    await dialog.locator('input[name=agent]').fill('NONE');
    await isAt('email');
    await dialog.locator('input[name=email]').fill(email);
    await isAt('agent');
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.locator('input[name=agent]').fill(agentCode);
    await dialog.locator('button[type=submit]').click();
    await page.getByRole('row', { name: email }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    expect((await admin.get(`users/${userId}`)).json()).toMatchObject({ delegates: [agentCode] });
    await page.getByRole('row', { name: email }).getByRole('button', { name: 'End delegation' }).click();
    await dialog.locator('button[type=submit]').click();
    await page.getByRole('row', { name: email }).waitFor({ state: 'detached' });
    expect((await admin.get(`users/${userId}`)).json()).toMatchObject({ delegates: [] });
  });

  it.each([
    ['issuing', '/reports'],
    ['admin', '/health'],
  ] as const)('the role %s opens %s', async (role, path) => {
    const page = await visitor.open(path, { role, viewport: NARROW });
    await page.locator('main .card').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await findPageViolations(page)).toEqual([]);
  });
});
