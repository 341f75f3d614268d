import type { ownEl } from './own-el.js';

/** Texts of an agent's own account, requests and way to production, in English. */
export const ownEn: Readonly<Record<keyof typeof ownEl, string>> = {
  'own.account.about': 'What the agency owes the insurer, and the entries of the account.',
  'own.charged': 'Charged',
  'own.open': 'Unpaid',
  'own.charges': 'Unpaid charges',
  'own.entries': 'Entries of the account',
  'own.entries.none': 'No entries in this period.',
  'own.debit': 'Debit',
  'own.credit': 'Credit',
  'own.requests.about': "Questions and requests to the insurer's staff, with their answers.",
  'own.requests.none': 'You have sent no requests.',
  'own.request.new': 'New request',
  'own.request.new.says': "The request goes to the insurer's staff. The answer appears here.",
  'own.request.send': 'Send request',
  'own.request.sent': 'Request {id} was sent.',
};
