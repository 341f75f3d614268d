import '../messages/clients.js';
import type { Titles } from './codes.js';

export const REFUND_STATE_TITLES: Titles = {
  OWED: 'refund.OWED',
  PREPARED: 'refund.PREPARED',
  PAID: 'refund.PAID',
  WITHDRAWN: 'refund.WITHDRAWN',
};

export const REFUND_KIND_TITLES: Titles = {
  CANCELLATION: 'refund.CANCELLATION',
  SUSPENSE: 'refund.SUSPENSE',
  AGENT: 'refund.AGENT',
  OVERPAYMENT: 'refund.OVERPAYMENT',
  AMENDMENT: 'refund.AMENDMENT',
};
