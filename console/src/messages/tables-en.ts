import type { tablesEl } from './tables-el.js';

/** Texts about how a list is shown, in English. */
export const tablesEn: Readonly<Record<keyof typeof tablesEl, string>> = {
  'list.columns': 'Columns',
  'list.roomy': 'Spacious rows',
  'view.name': 'Name of the view',
  'view.save': 'Save view',
  'view.remove': 'Delete the view {name}',
};
