import { findPageViolations, HAS_BROWSER, NARROW, type ConsoleBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { type ConsoleFixture } from '../support/console-fixture.js';
import { queryDatabase } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';

(HAS_BROWSER ? describe : describe.skip)('the pages for developers and their appearance', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  let agent: { readonly userId: number };
  openConsole((opened) => ({ fixture, visitor } = opened));
  beforeAll(async () => {
    agent = await fixture.createUser('agent');
  });

  it('a refused call is explained in the language of the page, and can be copied and repeated', async () => {
    const page = await visitor.open('/dev/portfolio/fire/99999999', { role: agent });
    await page.getByRole('alert').waitFor();
    const sql = `SELECT request_id AS id FROM gateway.call_log WHERE error_code = '-300'`;
    const find = async (): Promise<string | undefined> =>
      (await queryDatabase<{ id: string }>(fixture.app.running.database.url, sql))[0]?.id;
    await eventually('the call is in the log', async () => (await find()) !== undefined);
    const id = await find();
    await page.goto(`${visitor.root}/console/dev/mine/calls?console=true&request_id=${id}`);
    await page.getByRole('cell', { name: '-300 Η αίτηση δεν βρέθηκε.' }).waitFor();
    await page.locator('main a[data-row]').click();
    await page.getByText('Ελέγξτε τον αριθμό, το περιβάλλον και τον συνεργάτη του διακριτικού.').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: `Αντιγραφή: ${id}` }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
    const command = await page.getByRole('region', { name: 'Ως εντολή curl' }).innerText();
    expect(command).toContain(`curl -X GET "${visitor.root}/dev/fire-api/rsc/applications/$ID"`);
    expect(await page.getByRole('region', { name: 'Σώμα απόκρισης' }).innerText()).toContain('"error": "-300"');
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'id' }).fill('99999999');
    await page.getByRole('button', { name: 'Εκτέλεση' }).click();
    await page.getByRole('alert').getByText('Η αίτηση δεν βρέθηκε.').waitFor();
  });

  it('a bar of the overview opens the calls with that error', async () => {
    const page = await visitor.open('/dev/', { role: agent, language: 'en' });
    await page.getByRole('link', { name: /^-300 / }).click();
    await page.waitForURL(/mine\/calls\?console=true&error_code=-300$/);
    await page
      .getByRole('cell', { name: /^-300 / })
      .first()
      .waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('a call that the log no longer has says so', async () => {
    const page = await visitor.open('/dev/mine/calls/01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11', { role: agent, language: 'en' });
    await page.getByText('The request log no longer has this call.').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('a test value of the sandbox is entered into the form', async () => {
    const page = await visitor.open('/dev/sandbox', { role: agent, language: 'en' });
    await page.getByRole('row', { name: 'M25-04' }).getByRole('button', { name: 'Use in the form' }).click();
    await page.waitForURL(`${visitor.root}/console/dev/quote/motor`);
    await eventually('the value is entered', async () => (await page.inputValue('[name=insuredValue]')).replace(/\D/g, '') === '61000');
  });

  it('a refusal names the wrong fields, leads to them, and says nothing twice', async () => {
    const page = await visitor.open('/delegations', { role: await fixture.createUser('admin'), language: 'en' });
    await page.locator('.head button').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=email]').fill('nobody@insurer.example');
    await dialog.locator('[name=agent]').fill('A100');
    await dialog.locator('[type=submit]').click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('Fix 1 field:').waitFor();
    expect(await alert.innerText()).toBe("Fix 1 field: User's email");
    await dialog.locator('[name=agent]').focus();
    await alert.getByRole('button').click();
    await dialog.locator('[name=email]:focus').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('dark colours follow the browser, or the choice in the menu, also after a reload', async () => {
    const page = await visitor.open('/dev/', { role: agent, language: 'en' });
    const ground = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually('the page is dark', async () => (await ground()) !== light);
    await page.getByRole('button', { name: 'Light', exact: true }).click();
    await eventually('the page is light', async () => (await ground()) === light);
    await page.reload();
    await page.getByRole('button', { name: 'Light', exact: true, pressed: true }).waitFor();
    expect(await ground()).toBe(light);
  });

  it('the bar of a phone has one row, and its menu the environment and the language', async () => {
    const page = await visitor.open('/dev/portfolio', { role: agent, language: 'en', viewport: NARROW });
    await page.locator('.bar').getByText('Portfolio').waitFor();
    expect(await page.evaluate<number>("document.querySelector('.bar').clientHeight")).toBeLessThan(70);
    expect(await page.getByRole('group', { name: 'Language' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'Ελληνικά' }).click();
    await page.getByRole('heading', { level: 1, name: 'Χαρτοφυλάκιο' }).waitFor();
  });
});
