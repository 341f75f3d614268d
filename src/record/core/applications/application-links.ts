import type { Link } from '../../../common/domain-error.js';
import { getLineRow } from '../../reference/products/line-table.js';
import type { ApplicationFields } from './application.js';
import { isAllowed } from './state-table.js';
import { PAYABLE_STATUSES, POLICY_STATUSES } from './status.js';

type Linked = Pick<ApplicationFields, 'id' | 'line' | 'status' | 'policyDocumentId'>;
type Renewed = Pick<ApplicationFields, 'renewalOf' | 'renewedBy'>;

export function buildApplicationHref(application: Pick<Linked, 'id' | 'line'>, root: string): string {
  return `${root}/${getLineRow(application.line).applications}/${application.id}`;
}

function notificationLink(application: Linked, root: string): Link {
  return { rel: 'notification', href: `${root}/collection-api/applications/${application.id}/payment_code` };
}

function issueLink(application: Linked, root: string): Link {
  return { rel: 'issue', href: `${root}/collection-api/applications/${application.id}/charge` };
}

export function buildPrepayLinks(application: Linked, root: string): Link[] {
  return [notificationLink(application, root), issueLink(application, root)];
}

export function buildDocumentsHref(applicationId: number, root: string): string {
  return `${root}/docs-api/policy/applications/${applicationId}/documents`;
}

export function buildDocumentHref(applicationId: number, documentId: number, root: string): string {
  return `${buildDocumentsHref(applicationId, root)}/${documentId}`;
}

export function buildPolicyLink(application: Linked, root: string): Link[] {
  return application.policyDocumentId === null
    ? []
    : [{ rel: 'policy', href: buildDocumentHref(application.id, application.policyDocumentId, root) }];
}

export function buildReceiptLink(applicationId: number, receiptNo: number, root: string): Link {
  return { rel: 'receipt', href: `${root}/common-api/policy/applications/${applicationId}/receipts/${receiptNo}` };
}

export function buildRenewalLink(renewal: Pick<Linked, 'id' | 'line'>, root: string): Link {
  return { rel: 'renewal', href: buildApplicationHref(renewal, root) };
}

export function buildChargeLinks(application: Linked & Pick<ApplicationFields, 'lastReceipt'>, root: string): Link[] {
  if (!POLICY_STATUSES.has(application.status)) return [buildRenewalLink(application, root)];
  const { lastReceipt } = application;
  return [...buildPolicyLink(application, root), ...(lastReceipt ? [buildReceiptLink(application.id, lastReceipt.receiptNo, root)] : [])];
}

export function buildApplicationLinks(application: Linked & Renewed, root: string): Link[] {
  const links: Link[] = [
    { rel: 'self', href: buildApplicationHref(application, root) },
    { rel: 'documents', href: buildDocumentsHref(application.id, root) },
  ];
  if (PAYABLE_STATUSES.has(application.status)) links.push(notificationLink(application, root));
  if (isAllowed(application.status, 'issue', 'agent', application.line)) links.push(issueLink(application, root));
  if (POLICY_STATUSES.has(application.status)) {
    links.push(...buildPolicyLink(application, root));
    links.push({ rel: 'receipts', href: `${root}/common-api/policy/applications/${application.id}/receipts` });
  }
  const { line, renewalOf, renewedBy } = application;
  if (renewalOf !== null) links.push({ rel: 'renewal_of', href: buildApplicationHref({ id: renewalOf, line }, root) });
  if (renewedBy !== null) links.push(buildRenewalLink({ id: renewedBy, line }, root));
  return links;
}
