import type { Link } from '../../../common/domain-error.js';
import { lineRow } from '../../reference/products/line-table.js';
import type { ApplicationFields } from './application.js';
import { isAllowed } from './state-table.js';
import { PAYABLE_STATUSES, POLICY_STATUSES } from './status.js';

type Linked = Pick<ApplicationFields, 'id' | 'line' | 'status' | 'policyDocumentId'>;
type Renewed = Pick<ApplicationFields, 'renewalOf' | 'renewedBy'>;

export function applicationHref(application: Pick<Linked, 'id' | 'line'>, root: string): string {
  return `${root}/${lineRow(application.line).applications}/${application.id}`;
}

function notificationLink(application: Linked, root: string): Link {
  return { rel: 'notification', href: `${root}/collection-api/applications/${application.id}/payment_code` };
}

function issueLink(application: Linked, root: string): Link {
  return { rel: 'issue', href: `${root}/collection-api/applications/${application.id}/charge` };
}

/** What an application in prepay leads to. */
export function prepayLinks(application: Linked, root: string): Link[] {
  return [notificationLink(application, root), issueLink(application, root)];
}

export function documentHref(applicationId: number, documentId: number, root: string): string {
  return `${root}/docs-api/policy/applications/${applicationId}/documents/${documentId}`;
}

export function policyLink(application: Linked, root: string): Link[] {
  return application.policyDocumentId === null
    ? []
    : [{ rel: 'policy', href: documentHref(application.id, application.policyDocumentId, root) }];
}

export function receiptLink(applicationId: number, receiptNo: number, root: string): Link {
  return { rel: 'receipt', href: `${root}/common-api/policy/applications/${applicationId}/receipts/${receiptNo}` };
}

export function renewalLink(renewal: Pick<Linked, 'id' | 'line'>, root: string): Link {
  return { rel: 'renewal', href: applicationHref(renewal, root) };
}

/** What a charge leads to: the policy document and the receipt it paid; or the renewal that an agent or underwriter must continue. */
export function chargeLinks(application: Linked & Pick<ApplicationFields, 'lastReceipt'>, root: string): Link[] {
  if (!POLICY_STATUSES.has(application.status)) return [renewalLink(application, root)];
  const { lastReceipt } = application;
  return [...policyLink(application, root), ...(lastReceipt ? [receiptLink(application.id, lastReceipt.receiptNo, root)] : [])];
}

/** Where a caller can go from here: only what the status allows is linked. */
export function applicationLinks(application: Linked & Renewed, root: string): Link[] {
  const links: Link[] = [
    { rel: 'self', href: applicationHref(application, root) },
    { rel: 'documents', href: `${root}/docs-api/policy/applications/${application.id}/documents` },
  ];
  if (PAYABLE_STATUSES.has(application.status)) links.push(notificationLink(application, root));
  if (isAllowed(application.status, 'issue', 'agent', application.line)) links.push(issueLink(application, root));
  if (POLICY_STATUSES.has(application.status)) {
    links.push(...policyLink(application, root));
    links.push({ rel: 'receipts', href: `${root}/common-api/policy/applications/${application.id}/receipts` });
  }
  const { line, renewalOf, renewedBy } = application;
  if (renewalOf !== null) links.push({ rel: 'renewal_of', href: applicationHref({ id: renewalOf, line }, root) });
  if (renewedBy !== null) links.push(renewalLink({ id: renewedBy, line }, root));
  return links;
}
