import { findPageViolations, HAS_BROWSER, ConsoleBrowser, WIDE } from '../support/browser.js';
import { CHARGE_TIME, createPolicy } from '../support/collection.js';
import { FireApp } from '../support/fire-app.js';
import { createStaff } from '../support/staff-client.js';

(HAS_BROWSER ? describe : describe.skip)('the console pages of amendment runs', () => {
  let app: FireApp;
  let visitor: ConsoleBrowser;

  beforeAll(async () => {
    app = await FireApp.start();
    app.clock.set(CHARGE_TIME);
    const { production: agent } = await app.createAgent({ code: 'A100' });
    await createPolicy(agent);
    await createPolicy(agent);
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

  it('one administrator calculates a run, and another one starts it', async () => {
    const page = await visitor.open('/amendment-runs', { role: await createStaff(app.running, 'admin'), viewport: WIDE });
    await page.getByRole('button', { name: 'Νέα μαζική μεταβολή' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ημερομηνία ισχύος').fill('2027-02-01');
    await dialog.getByLabel('Αιτία').fill('Νέος δήμος');
    await dialog.getByLabel('Πεδίο που μεταβάλλεται').fill('objects_insured[*].city');
    await dialog.getByLabel('Τιμή').first().fill('Πάτρα');
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Υπολογισμός' }).click();
    await page.waitForURL(/amendment-runs\/\d+$/);
    await page.getByText('Ετοιμάσατε εσείς αυτή τη μεταβολή').waitFor();
    expect(await page.getByRole('button', { name: 'Έναρξη' }).count()).toBe(0);
    expect(await findPageViolations(page)).toEqual([]);
    const address = new URL(page.url()).pathname.replace('/console', '');

    const other = await visitor.open(address, { role: await createStaff(app.running, 'admin'), language: 'en', viewport: WIDE });
    await other.getByRole('button', { name: 'Start' }).click();
    await other.getByText('The run issues 2 amendments at once').waitFor();
    await other.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await other.getByText('Complete').first().waitFor();
    await other.getByRole('row', { name: 'P260000001' }).getByRole('cell', { name: '1', exact: true }).waitFor();
    expect(await findPageViolations(other)).toEqual([]);
    await other.goto(`${visitor.root}/console/amendment-runs`);
    await other.getByRole('cell', { name: 'Νέος δήμος' }).waitFor();
    expect(await findPageViolations(other)).toEqual([]);
  });
});
