import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { IN_FORCE } from '../contract/contract.js';

export type CustomerLink = Pick<
  Schema<'StaffCustomerLinkResponse'>,
  'id' | 'purpose' | 'state' | 'expiresAt' | 'createdBy' | 'createdAt' | 'withdrawnAt'
>;
export type LinkPurpose = CustomerLink['purpose'];

/** Where the links of an application are read and written: the service of agents, or the back office. */
export interface CustomerDesk {
  readonly name: 'agent' | 'staff';
  readonly id: number;
}

export interface NewLink {
  readonly url: string;
  /** Masked address to which it was mailed; null if it was not. */
  readonly sentTo: string | null;
}

const OF_AGENT = '/docs-api/policy/applications/{id}/customer_links';
const OF_STAFF = '/backoffice-api/applications/{id}/customer-links';

const AWAITING_ANSWER = ['12', '39'];
const AWAITING_PAYMENT = '45';
const UNPAID = '55';

/** Lists what a customer can do by a link in a status (customer.30). The API also checks the period of a withdrawal. */
export function listPurposes(status: string, isPolicy: boolean): LinkPurpose[] {
  if (AWAITING_ANSWER.includes(status)) return ['accept'];
  if (status === AWAITING_PAYMENT) return ['pay'];
  if (status === IN_FORCE || status === UNPAID) return ['policy', 'pay', 'withdraw'];
  return isPolicy ? ['policy'] : [];
}

export async function listLinks({ name, id }: CustomerDesk, signal: AbortSignal): Promise<CustomerLink[]> {
  if (name === 'staff') return (await call('get', OF_STAFF, { path: { id }, signal })).body.items;
  const { body } = await call('get', OF_AGENT, { path: { id }, signal });
  return body.map(({ expires_at: expiresAt, created_by: createdBy, created_at: createdAt, withdrawn_at: withdrawnAt, ...link }) => ({
    ...link,
    expiresAt,
    createdBy,
    createdAt,
    withdrawnAt,
  }));
}

export async function createLink({ name, id }: CustomerDesk, body: Schema<'StaffCustomerLinkRequest'>, key: string): Promise<NewLink> {
  if (name === 'staff') return (await call('post', OF_STAFF, { path: { id }, key, body })).body;
  const { url, sent_to: sentTo } = (await call('post', OF_AGENT, { path: { id }, key, body })).body;
  return { url, sentTo };
}

export function withdrawLink({ name, id }: CustomerDesk, linkId: number, key: string): Promise<unknown> {
  return name === 'staff'
    ? call('delete', `${OF_STAFF}/{linkId}`, { path: { id, linkId }, key })
    : call('delete', `${OF_AGENT}/{link_id}`, { path: { id, link_id: linkId }, key });
}
