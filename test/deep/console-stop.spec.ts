import type { Locator, Page } from 'playwright-core';
import { toLocalDate } from '../../src/common/athens.js';
import type { Role } from '../../src/identity/user.service.js';
import { HAS_BROWSER, ConsoleBrowser } from '../support/browser.js';
import type { Client } from '../support/client.js';
import { createMigratedDataDir } from '../support/embedded.js';
import { expectStatus, type FireEntity } from '../support/fire-app.js';
import { buildFireBody } from '../support/fire.js';
import { findFreePort } from '../support/program.js';
import { buildServer, ServerProcess } from '../support/process.js';
import { prefixNames, fillFields, FIRE_RISK } from '../support/quote-form.js';

const START_TIMEOUT_MS = 120_000;
const MESSAGE = 'Λείπει ο όροφος';
const APPLICATIONS = '/fire-api/rsc/applications';

(HAS_BROWSER ? describe : describe.skip)('a page of the console whose server stops', () => {
  let dataDir: string;
  let ports: { readonly PORT: string; readonly HTTPS_PORT: string };
  let server: ServerProcess;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    await buildServer();
    dataDir = await createMigratedDataDir();
    ports = { PORT: String(await findFreePort()), HTTPS_PORT: String(await findFreePort()) };
    server = await ServerProcess.start(dataDir, ports);
    visitor = await ConsoleBrowser.connect(`https://127.0.0.1:${ports.HTTPS_PORT}`);
  }, START_TIMEOUT_MS);
  afterEach(async () => {
    await visitor.closePages();
    expect(visitor.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await visitor.stop();
    await server.destroy();
  });

  async function visit(role: Role, path: string): Promise<Page> {
    const { email, password } = server.demo.staff[role];
    const page = await visitor.open(path);
    await page.fill('input[name=email]', email);
    await page.fill('input[name=password]', password);
    await page.keyboard.press('Enter');
    await page.locator('nav.side').waitFor();
    return page;
  }

  async function agent(): Promise<Client> {
    const withKey = server.client.withKey(server.demo.apiKey);
    const response = expectStatus(201, await withKey.post('/auth-api/resources/tokens', { 'user-key': server.demo.userKey }));
    return withKey.withToken(response.json<{ token: string }>().token);
  }

  /**
   * Sends while no server runs, expects an error message and the typed values, and sends to the server that is started
   * then.
   */
  async function outlived(page: Page, send: () => Promise<void>, field: Locator): Promise<void> {
    await page.waitForLoadState('networkidle');
    const typed = await field.inputValue();
    expect(await server.stop()).toBe(0);
    await send();
    await page.getByRole('alert').getByText('Δεν υπάρχει σύνδεση').first().waitFor();
    expect(await field.inputValue()).toBe(typed);
    server = await ServerProcess.start(dataDir, ports);
    expect(await field.inputValue()).toBe(typed);
    await send();
  }

  it('a server stop during the guided form leaves the typed text, and the form continues', async () => {
    const page = await visit('agent', '/dev/quote/fire');
    await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
    const object = 'objects_insured[0]';
    await fillFields(page, prefixNames(object, FIRE_RISK));
    const postCode = page.locator(`[name="${object}.post_code"]`);
    await outlived(page, () => page.getByRole('button', { name: 'Συνέχεια' }).click(), postCode);
    await page.locator('.offer').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a server stop during a decision leaves the typed text, and the decision is made once', async () => {
    const before = await agent();
    const body = buildFireBody(toLocalDate(new Date()), { 'objects_insured[0].illegal': '1' });
    const { id } = expectStatus(201, await before.post(APPLICATIONS, body)).json<FireEntity>();
    expectStatus(205, await before.put(`${APPLICATIONS}/${id}/request_approval`));
    const page = await visit('underwriter', `/applications/${id}`);
    await page.locator('.choice').first().waitFor();
    await page.keyboard.press('r');
    const message = page.getByLabel('Μήνυμα προς τον συνεργάτη');
    await message.fill(MESSAGE);
    await outlived(page, () => page.getByRole('dialog').locator('[type=submit]').click(), message);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { status_code: status, messages } = expectStatus(200, await (await agent()).get(`${APPLICATIONS}/${id}`)).json<FireEntity>();
    expect([status, messages.filter(({ text }) => text === MESSAGE).length]).toEqual(['00', 1]);
  });
});
