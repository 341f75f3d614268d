import type { LineRow } from '../../../src/record/reference/products/line-table.js';

/** Row of the line table. */
export const TRAVEL: LineRow = {
  letter: 'T',
  title: { el: 'Ταξιδιωτική', en: 'Travel' },
  productTitle: { el: 'Ταξιδιωτική ασφάλιση', en: 'Travel insurance' },
  applications: 'travel-api/applications',
  branch: { code: 'TRAVEL', facts: ['destination', 'travellers', 'startDateInvalid'], offeredBy: 'destinations' },
};
