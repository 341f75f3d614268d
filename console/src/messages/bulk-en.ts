import type { bulkEl } from './bulk-el.js';

/** English texts about actions on several rows, by id. */
export const bulkEn: Readonly<Record<keyof typeof bulkEl, string>> = {
  'bulk.done': '{action}: {n} of {total}.',
  'bulk.failed': 'Not done',
  'bulk.wait': 'Too many requests. Send the others again later.',
  'refund.accounts.says': 'The account to which {n} refunds will be paid, {amount} in total.',
  'refund.accounts.one': 'One IBAN is set only for refunds of the same client or agent.',
  'suspense.return': 'Refund',
  'suspense.return.says':
    '{n} amounts, {amount} in total, are refunded: to the client if there is an application, otherwise to the sender. A payout batch pays them.',
  'suspense.return.each': '{reference}: {amount} · {to}',
  'user.resend.several': 'A new link to set a password is sent to: {emails}',
};
