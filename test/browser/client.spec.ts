import { findPageViolations, HAS_BROWSER, NARROW, ConsoleBrowser } from '../support/browser.js';
import { CHARGE_TIME, createPolicy, createPrepaid } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';

(HAS_BROWSER ? describe : describe.skip)('the page of a client', () => {
  let app: FireApp;
  let agent: FireAgent;
  let policy: FireEntity;
  let id: number;
  let name: string;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    app = await FireApp.start();
    app.clock.set(CHARGE_TIME);
    agent = (await app.createAgent()).production;
    const issuing = await LocalCollectionClient.open(app);
    policy = await createPolicy(agent);
    const prepaid = await createPrepaid(agent);
    expectStatus(200, await issuing.resolve(await issuing.createSuspense(agent, prepaid.id), { refund: true }));
    id = await app.getParty('production', policy.client.afm);
    name = `${policy.client.last_name} ${policy.client.first_name}`;
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

  it('is found by the search, and leads to the contracts and back', async () => {
    const page = await visitor.open('/', { role: 'issuing', language: 'en' });
    const heading = page.getByRole('heading', { level: 1, name });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog');
    await search.getByRole('textbox').fill(policy.client.afm);
    await search.getByRole('region', { name: 'Clients' }).getByRole('link').click();
    await heading.waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/clients/${id}`);
    await page.getByText(String(policy.client.email)).waitFor();
    expect(await page.getByRole('region', { name: 'Refunds' }).getByText('Owed').count()).toBe(1);
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: policy.policy_no!, exact: true }).click();
    await page.getByRole('link', { name: `${name} (${policy.client.afm})` }).click();
    await heading.waitFor();
    await page.goto(`${visitor.root}/console/refunds`);
    await page.getByRole('link', { name, exact: true }).click();
    await heading.waitFor();
  });

  it('leads an administrator to the erasure of the person', async () => {
    const page = await visitor.open(`/clients/${id}`, { role: 'admin', language: 'en', viewport: NARROW });
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.getByText(policy.policy_no!).count()).toBe(0);
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Download or erase the data' }).click();
    await page.getByText('Reasons not to erase').waitFor();
    await page.goto(`${visitor.root}/console/erasure?person=${policy.client.afm}`);
    await page.getByRole('button', { name: new RegExp(policy.client.afm) }).click();
    await page.getByText('Reasons not to erase').waitFor();
  });

  it('is absent for an unknown number, and for a role that does not see clients', async () => {
    const page = await visitor.open('/clients/999999', { role: 'underwriter', language: 'en' });
    await page.getByRole('alert').waitFor();
    const accounting = await visitor.open('/refunds', { role: 'accounting', language: 'en' });
    await accounting.getByRole('cell', { name, exact: true }).waitFor();
    expect(await accounting.getByRole('link', { name, exact: true }).count()).toBe(0);
  });
});
