import { bankWords } from '../../src/backoffice/collection/name-patterns.js';
import { faultsOfPage, HAS_BROWSER, NARROW, Visitor } from '../support/browser.js';
import { camtFile } from '../support/camt.js';
import { CHARGE_TIME, prepaid } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { IssuingStaff } from '../support/issuing-staff.js';
import { IBAN, PAYOUT_IBAN, PayoutCalls } from '../support/payouts.js';

const AGENT_CODE = 'A100';

(HAS_BROWSER ? describe : describe.skip)("the pages of the insurer's people for money", () => {
  let app: FireApp;
  let agent: FireAgent;
  let issuing: IssuingStaff;
  let visitor: Visitor;

  beforeAll(async () => {
    app = await FireApp.start();
    agent = (await app.agent({ code: AGENT_CODE })).production;
    issuing = await IssuingStaff.open(app);
    await issuing.moveTo(CHARGE_TIME, agent);
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    visitor = await Visitor.start(app.running);
  });
  afterEach(async () => {
    await visitor.closePages();
    expect(visitor.complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await visitor.stop();
    await app.stop();
  });

  it('take a file of the bank to suspense, and the money to the application that it may be for', async () => {
    const { id } = await prepaid(agent);
    const sql = 'SELECT client_name AS "clientName" FROM application WHERE id = $1';
    const [row] = await app.rows<{ clientName: string }>('production', sql, [id]);
    const entry = { amount: 332.64, reference: 'NBG-1', sender: bankWords(row!.clientName).join(' ') };
    const page = await visitor.open('/bank-statements', { role: 'issuing' });
    await page.getByRole('button', { name: 'Φόρτωση αρχείου' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'bank.xml', mimeType: 'text/xml', buffer: camtFile([entry]) });
    expect(await faultsOfPage(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Φόρτωση αρχείου' }).click();
    await page.waitForURL(/bank-statements\/\d+$/);
    const link = page.getByRole('link', { name: 'Άνοιγμα' });
    for (let looks = 0; looks < 50 && (await link.count()) === 0; looks += 1) {
      await page.reload();
      await page.getByRole('cell', { name: 'NBG-1' }).waitFor();
    }
    expect(await faultsOfPage(page)).toEqual([]);
    await link.click();
    await page.getByText('Σε ποιους μπορεί να ανήκει').waitFor();
    expect(await faultsOfPage(page)).toEqual([]);
    await page.getByRole('button', { name: 'Επιλογή' }).first().click();
    await page.getByText('Εξοφλείται').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Τακτοποίηση' }).click();
    await page.getByText('Τακτοποιημένα').waitFor();
    expect((await agent.get(id)).status_code).toBe('50');
  });

  it('let one person prepare a batch and another one confirm it, and book what came back', async () => {
    const { id } = await prepaid(agent);
    expectStatus(200, await issuing.resolve(await issuing.suspended(agent, id), { refund: true }));
    const clerk = new PayoutCalls(issuing.staff);
    const [refund] = (await clerk.list(`applicationId=${id}`)).items;
    expectStatus(200, await clerk.setAccount(refund!.id, IBAN));
    const first = await visitor.open('/refunds', { role: 'issuing', language: 'en' });
    await first.getByRole('button', { name: 'New payout batch' }).or(first.locator('.head button')).first().click();
    await first.getByRole('dialog').locator('button[type=submit]').click();
    await first.getByRole('dialog').waitFor({ state: 'detached' });
    const [batch] = expectStatus(200, await issuing.staff.get('payout-batches')).json<{ items: { id: number }[] }>().items;
    const confirm = async (by: typeof first, reference: string): Promise<void> => {
      await by.goto(`${visitor.root}/console/payout-batches/${batch!.id}`);
      await by.locator('.head button').nth(1).click();
      await by.locator('input[name=reference]').fill(reference);
      await by.getByRole('dialog').locator('button[type=submit]').click();
    };
    await confirm(first, 'NBG-OUT-1');
    await first.getByRole('dialog').getByRole('alert').waitFor();
    const second = await visitor.open('/payout-batches', { role: 'issuing', language: 'en', viewport: NARROW });
    await confirm(second, 'NBG-OUT-1');
    await second.getByRole('button', { name: 'Came back' }).click();
    await second.locator('input[name=reference]').fill('NBG-BACK-1');
    await second.locator('input[name=reason]').fill('AC04 closed account');
    expect(await faultsOfPage(second)).toEqual([]);
    await second.getByRole('dialog').locator('button[type=submit]').click();
    await second.getByText('AC04 closed account').waitFor();
    expect(await clerk.refund(refund!.id)).toMatchObject({ status: 'OWED', account: null });
  });

  it('show what each agent owes, and give its statement as a file', async () => {
    const { policy_no: policyNo } = await agent.insertIn('50');
    const page = await visitor.open('/accounts?owing=yes', { role: 'issuing' });
    await page.getByRole('link', { name: `(${AGENT_CODE})` }).waitFor();
    expect(await faultsOfPage(page)).toEqual([]);
    await page.getByRole('link', { name: `(${AGENT_CODE})` }).click();
    await page.getByRole('cell', { name: policyNo!, exact: true }).waitFor();
    const year = CHARGE_TIME.slice(0, 4);
    await page.goto(`${visitor.root}/console/accounts?agent=${AGENT_CODE}&from=${year}-01-01&to=${year}-12-31`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).click();
    expect((await download).suggestedFilename()).toBe(`${AGENT_CODE}-${year}-01-01.pdf`);
    expect(await faultsOfPage(page)).toEqual([]);
  });

  it.each([
    ['issuing', '/reports'],
    ['admin', '/health'],
  ] as const)('show %s %s', async (role, path) => {
    const page = await visitor.open(path, { role, viewport: NARROW });
    await page.locator('main .card').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await faultsOfPage(page)).toEqual([]);
  });
});
