import type { Page } from 'playwright-core';
import { addDays } from '../../src/common/athens.js';
import { findPageViolations, HAS_BROWSER, NARROW, type ConsoleBrowser } from '../support/browser.js';
import { openConsole } from '../support/open-console.js';
import { CHARGE_TIME } from '../support/collection.js';
import { type ConsoleFixture } from '../support/console-fixture.js';
import { chooseFound, fillFields, prefixNames } from '../support/quote-form.js';

const VEHICLE = {
  manufactureYear: '2018',
  insuredValue: '90000',
  regionPostcode: '11527',
  driverBirthYear: '1980',
  driverLicenceDate: '2005-06-01',
  policyStartDate: addDays(CHARGE_TIME.slice(0, 10), 10),
};
const CLIENT = { plateNo: 'ΙΖΧ4821', lastName: 'Παπαδοπούλου', firstName: 'Μαρία', birthdate: '1980-05-14', afm: '123456783' };

(HAS_BROWSER ? describe : describe.skip)('an application that an agent corrects in a browser', () => {
  let fixture: ConsoleFixture;
  let visitor: ConsoleBrowser;
  openConsole((opened) => ({ fixture, visitor } = opened));

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const act = async (page: Page, title: string): Promise<void> => {
    await page.locator('button.choice', { hasText: title }).click();
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('a priced fire application opens in its form, shows each blank required field, and is priced again', async () => {
    const { id } = await fixture.sandbox.insertIn('01');
    const page = await visitor.open(`/dev/portfolio/fire/${id}`, { role: await fixture.createUser('agent') });
    await page.getByRole('link', { name: 'Διόρθωση αίτησης' }).click();
    const object = 'objects_insured[0]';
    const before = await fixture.sandbox.get(id);
    await page.locator(`[name="${object}.post_code"]`).waitFor();
    await page.getByText('Οπλισμένο σκυρόδεμα').first().waitFor({ state: 'attached' });
    expect(await page.inputValue(`[name="${object}.post_code"]`)).toBe(before.objects_insured[0]!.post_code);
    await fillFields(page, prefixNames(object, { post_code: '', square_meters: '' }));
    await press(page, 'Συνέχεια');
    await page.locator(`[name="${object}.post_code"][aria-invalid=true]:focus`).waitFor();
    await page.locator(`[name="${object}.square_meters"][aria-invalid=true]`).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await fillFields(page, prefixNames(object, { post_code: before.objects_insured[0]!.post_code, square_meters: '95,5' }));
    await press(page, 'Συνέχεια');
    await page.waitForURL('**/edit?step=bundle');
    await press(page, 'Συνέχεια');
    await page.locator('[name="client.last_name"]').waitFor();
    await page.goBack();
    await page.locator('.offer').first().waitFor();
    await page.goForward();
    const floors = `[name="${object}.building_floors"]`;
    const stored = await page.inputValue(floors);
    await page.fill(floors, '80..90');
    await press(page, 'Αποθήκευση και τιμολόγηση');
    await page.locator(`${floors}[aria-invalid=true]:focus`).waitFor();
    await fillFields(page, prefixNames(object, { building_floors: stored, city: 'Πάτρα' }));
    await press(page, 'Αποθήκευση και τιμολόγηση');
    await page.waitForURL(`**/portfolio/fire/${id}`);
    const after = await fixture.sandbox.get(id);
    expect(after).toMatchObject({ status_code: '01', client: before.client, insured: before.insured });
    expect(after.objects_insured).toEqual([{ ...before.objects_insured[0]!, city: 'Πάτρα', square_meters: 95.5 }]);
  });

  it('a vehicle application is corrected, and documents that underwriting asks for are uploaded and sent back', async () => {
    const page = await visitor.open('/dev/quote/motor', { role: await fixture.createUser('agent'), viewport: NARROW });
    await chooseFound(page, { makeCode: 'toyota', modelCode: 'yaris 1.5' });
    await fillFields(page, VEHICLE);
    await press(page, 'Συνέχεια');
    await page.locator('.offer', { hasText: 'B3' }).click();
    await press(page, 'Συνέχεια');
    const { plateNo, ...client } = CLIENT;
    await fillFields(page, { plateNo, ...prefixNames('client', client) });
    await press(page, 'Υποβολή αίτησης');
    await page.getByRole('link', { name: 'Διόρθωση αίτησης' }).click();
    await page.locator('[name=insuredValue]').waitFor();
    expect(await page.inputValue('[name=insuredValue]')).toBe('90000');
    await fillFields(page, { insuredValue: '95.000,00' });
    await press(page, 'Συνέχεια');
    await page.locator('.offer').first().waitFor();
    await press(page, 'Συνέχεια');
    await press(page, 'Αποθήκευση και τιμολόγηση');
    await page.waitForURL(/portfolio\/motor\/\d+$/);
    await act(page, 'Αίτημα έγκρισης');
    await page.getByText('Ενέργειες άλλων ρόλων').click();
    await page.locator('button.choice', { hasText: 'Αίτημα δικαιολογητικών' }).click();
    await page.getByRole('dialog').locator('textarea').fill('Φωτογραφίες του οχήματος');
    await page.getByRole('dialog').locator('[type=submit]').click();
    await page.getByRole('heading', { name: 'Ζητήθηκαν δικαιολογητικά' }).waitFor();
    expect(await findPageViolations(page)).toEqual([]);
    await press(page, 'Μεταφόρτωση εγγράφου');
    await page.locator('input[type=file]').setInputFiles({ name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('Φωτογραφία') });
    await page.getByRole('dialog').locator('select').selectOption({ index: 1 });
    expect(await findPageViolations(page)).toEqual([]);
    await page.getByRole('dialog').locator('[type=submit]').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Έγγραφα' }).click();
    await page.getByText('photo.txt').waitFor();
    await act(page, 'Αίτημα έγκρισης');
    await page.getByText('Προς έγκριση στην Ανάληψη Κινδύνων').first().waitFor();
  });
});
