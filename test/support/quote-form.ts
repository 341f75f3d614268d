import type { Page } from 'playwright-core';

/** Values of an apartment for the empty fields of the quote form. */
export const FIRE_OBJECT = {
  address: 'Λεωφόρος Κηφισίας',
  address_number: '100',
  city: 'Αθήνα',
  post_code: '11527',
  building_year: '2004',
  square_meters: '100',
  building_floors: '0..4',
  insurance_floors: '3',
  'insured_values[0].insured_value': '150000',
};

/** Adds the path of an object to the names of the values. */
export const prefixNames = (path: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]));

export async function fillFields(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`[name="${name}"]`, value);
}
