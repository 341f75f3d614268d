import type { clientsEl } from './clients-el.js';

/** Texts about clients, their money and the history of their contracts, in English. */
export const clientsEn: Readonly<Record<keyof typeof clientsEl, string>> = {
  'search.clients': 'Clients',
  'client.contact': 'Contact details',
  'client.roles': 'Role',
  'client.latest': 'The latest {n} of {of}',
  'client.requests.about': 'Those that contain the AFM, or a number of an application or policy of the client.',
  'client.privacy': 'Download or erase the data',
  'refund.AMENDMENT': 'Amendment',
  'timeline.bank': 'Bank',
  'timeline.insurer': 'Insurer',
};
