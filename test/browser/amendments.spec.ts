import type { Page } from 'playwright-core';
import { addDays } from '../../src/common/athens.js';
import { type ConsoleBrowser, findPageViolations, HAS_BROWSER, NARROW } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { CHARGE_TIME, createPolicy } from '../support/collection.js';
import { type ConsoleFixture, type ConsoleUser } from '../support/console-fixture.js';
import { expectStatus } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { fillFields } from '../support/quote-form.js';

const TODAY = CHARGE_TIME.slice(0, 10);
const SUM = 'objects_insured[0].insured_values[0].insured_value';

(HAS_BROWSER ? describe : describe.skip)('amendments in a browser', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  let agent: ConsoleUser;
  openConsole((opened) => ({ fixture, visitor } = opened));
  beforeAll(async () => {
    agent = await fixture.createUser('agent', 'Agent');
  });
  afterEach(() => {
    fixture.passPageLimit();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();

  /** Presses a button of the page and the same one in its dialog. */
  const confirm = async (page: Page, name: string): Promise<void> => {
    await press(page, name);
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('an agent raises a sum, sees the difference and the violations while typing, charges it and opens the act', async () => {
    const policy = await createPolicy(fixture.sandbox, { start_date: TODAY });
    const page = await visitor.open(`/dev/portfolio/fire/${policy.id}`, { role: agent });
    await page.getByRole('link', { name: 'Μεταβολή' }).click();
    await page.getByText('Δεν έχει μεταβληθεί κανένα στοιχείο.').waitFor();
    expect(await page.inputValue(`[name="${SUM}"]`)).toBe(String(policy.objects_insured[0]!.insured_values[0]!.insured_value));
    expect(await page.locator('[name="client.afm"]').count()).toBe(0);
    await fillFields(page, { 'objects_insured[0].building_year': '20' });
    await page.locator('[name="objects_insured[0].building_year"][aria-invalid=true]').waitFor();
    await fillFields(page, { 'objects_insured[0].building_year': String(policy.objects_insured[0]!['building_year']), [SUM]: '180000' });
    await page.getByText('Πληρωτέο ποσό').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await fillFields(page, { 'request.reason': 'Αύξηση κεφαλαίου' });
    await confirm(page, 'Καταχώριση πρόσθετης πράξης');
    await page.getByRole('heading', { name: /^Πρόσθετη πράξη 1/ }).waitFor();
    await page.locator('button.choice', { hasText: 'Χρέωση στον λογαριασμό' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Χρέωση στον λογαριασμό του συνεργάτη' }).click();
    await page.locator('.tag', { hasText: 'Εκδόθηκε' }).waitFor();
    await press(page, 'Προβολή του εντύπου');
    await page.locator('iframe.viewer[src^="blob:"]').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Στο συμβόλαιο' }).click();
    await page.getByRole('region', { name: 'Πρόσθετες πράξεις' }).getByText('Εκδόθηκε').waitFor();
    expect((await fixture.sandbox.get(policy.id)).objects_insured[0]!.insured_values[0]!.insured_value).toBe(180_000);
  });

  it('issuing corrects a plate from the start, compares two days, and reverses a change, in English on a phone', async () => {
    const motor = new MotorAgent(fixture.agent);
    const { id } = await motor.createPolicy({ policyStartDate: TODAY });
    const role = await fixture.createUser('issuing', 'Issuing');
    const page = await visitor.open(`/applications/${id}/change`, { role, language: 'en', viewport: NARROW });
    await page.selectOption('[name="request.kind"]', 'CORRECTION');
    await page.getByText('The correction is effective from the start of insurance').waitFor();
    await fillFields(page, { plateNo: 'ΙΖΧ4822', 'request.reason': 'Wrong plate' });
    await page.getByText('Yearly premium after').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await confirm(page, 'Create amendment');
    await page.locator('.tag', { hasText: 'Issued' }).waitFor();
    await page.getByRole('cell', { name: 'IZX4822' }).waitFor();
    expect((await motor.get(id)).plateNo).toBe('IZX4822');
    await page.locator('button.choice', { hasText: 'Reverse amendment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('It was right');
    await dialog.getByText('Total difference').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reverse amendment' }).click();
    await page.locator('.tag', { hasText: 'Reversed' }).waitFor();
    await page.getByRole('link', { name: 'To the policy' }).click();
    await press(page, 'Compare');
    await page.getByText('Nothing differs.').waitFor();
    await press(page, 'Show PDF');
    await page.locator('a[href^="blob:"]').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
  });

  it('issuing resolves a conflict with a later amendment, and edits its own before it is paid', async () => {
    const policy = await createPolicy(fixture.agent, { start_date: TODAY });
    const [object] = policy.objects_insured;
    const values = object!.insured_values.map((value) => ({ ...value, insured_value: 140_000 }));
    const changes = { objects_insured: [{ ...object, insured_values: values }] };
    const later = { kind: 'CHANGE', effective_date: addDays(TODAY, 20), reason: 'Μείωση', changes };
    expectStatus(201, await fixture.agent.client.post(`/fire-api/rsc/applications/${policy.id}/amendments`, later));
    const role = await fixture.createUser('issuing', 'Issuing');
    const page = await visitor.open(`/applications/${policy.id}/change`, { role });
    await fillFields(page, { [SUM]: '170000', 'request.reason': 'Αύξηση' });
    await page.selectOption('[name^="conflict."]', { label: 'Αυτή η πράξη έως τη λήξη: 170000' });
    await page.getByText('Επιλέξτε για το καθένα').waitFor({ state: 'detached' });
    expect(await findPageViolations(page)).toEqual([]);
    await confirm(page, 'Καταχώριση πρόσθετης πράξης');
    await page.getByRole('link', { name: 'Τροποποίηση πράξης' }).click();
    await page.locator('h1', { hasText: 'Μεταβολή του συμβολαίου' }).waitFor();
    expect([await page.inputValue(`[name="${SUM}"]`), await page.inputValue('[name="request.reason"]')]).toEqual(['170000', 'Αύξηση']);
    await fillFields(page, { [SUM]: '175000' });
    await page.locator('option', { hasText: 'Αυτή η πράξη έως τη λήξη: 175000' }).waitFor({ state: 'attached' });
    await confirm(page, 'Αποθήκευση πρόσθετης πράξης');
    await page.getByRole('cell', { name: '175000' }).waitFor();
    await page.locator('button.choice', { hasText: 'Χρέωση στον λογαριασμό' }).waitFor();
  });

  it('underwriting finds an amendment next to the applications, and approves it with terms', async () => {
    const policy = await createPolicy(fixture.agent, { start_date: TODAY });
    const path = `/fire-api/rsc/applications/${policy.id}/amendments`;
    const changes = { objects_insured: [{ ...policy.objects_insured[0], illegal: '1' }] };
    expectStatus(201, await fixture.agent.client.post(path, { kind: 'CHANGE', effective_date: TODAY, reason: 'Αυθαίρετο', changes }));
    expectStatus(200, await fixture.agent.client.put(`${path}/1/request_approval`));
    const page = await visitor.open('/referrals', { role: await fixture.createUser('underwriter', 'Underwriter') });
    await page.getByRole('link', { name: `${policy.policy_no} / 1` }).click();
    await page.getByRole('cell', { name: 'Ναι' }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await page.locator('button.choice', { hasText: 'Έγκριση με όρους' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('004 ').waitFor();
    await dialog.getByLabel('Επασφάλιστρο').fill('20');
    await dialog.getByText('Όρος έγκρισης: επασφάλιστρο 20%.').waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Έγκριση με όρους', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Όρος έγκρισης: επασφάλιστρο 20%.').waitFor();
    await page.getByText('Πληρωτέο').first().waitFor();
  });
});
