import type { Page } from 'playwright-core';

/** Values of an apartment for the empty fields of the first step of a quote. */
export const FIRE_RISK = {
  post_code: '11527',
  building_year: '2004',
  square_meters: '100',
  insurance_floors: '3',
  'insured_values[0].insured_value': '150000',
};

/** Values of the apartment that only its application needs. */
export const FIRE_DETAILS = { address: 'Λεωφόρος Κηφισίας', address_number: '100', city: 'Αθήνα', building_floors: '0..4' };

/** Adds the path of an object to the names of the values. */
export const prefixNames = (path: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]));

export async function fillFields(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`[name="${name}"]`, value);
}

/** Chooses from long lists by a part of the title: types it and presses Enter. */
export async function chooseFound(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    const box = page.locator(`div:has(> [name="${name}"])`);
    const field = box.getByRole('combobox');
    await field.fill(text);
    await box.getByRole('option').first().waitFor();
    await field.press('Enter');
    await box.getByRole('option').first().waitFor({ state: 'hidden' });
  }
}
