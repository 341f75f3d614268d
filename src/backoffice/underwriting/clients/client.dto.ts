import { PickType } from '@nestjs/swagger';
import { PageResponseOf } from '../../common/page.dto.js';
import { ClaimResponse } from '../claims/claims.dto.js';
import { PartyApplicationsResponse, StaffPartyRecordResponse, StaffPartyResponse } from '../parties/staff-party.dto.js';
import { StaffServiceRequestResponse } from '../service-requests/staff-service-request.dto.js';

export class ClientClaimResponse extends PickType(ClaimResponse, ['claimNo', 'date', 'atFault', 'reserved', 'paid']) {
  /** Id of the application. @example 1 */
  applicationId: number;
  /** Number of the policy. @example 'P260000001' */
  policyNo: string;
}

export class ClientClaimsResponse extends PageResponseOf(ClientClaimResponse) {}

export class ClientRefundResponse {
  /** Id of the refund. @example 7 */
  id: number;
  /** CANCELLATION, SUSPENSE, OVERPAYMENT or AMENDMENT. @example 'CANCELLATION' */
  kind: string;
  /** OWED, PREPARED (in a batch), PAID or WITHDRAWN. @example 'OWED' */
  status: string;
  /** Amount in euro. @example 120.4 */
  amount: number;
  /** Time since which it is owed, Athens. @example '2026-11-21T10:20:00' */
  owedSince: string;
  /** Id of the application. @example 1 */
  applicationId: number;
  /** Number of the policy; null before issue. @example 'P260000001' */
  policyNo: string | null;
  /** Id of its payout batch; null outside a batch. @example 4 */
  batchId: number | null;
}

export class ClientRefundsResponse extends PageResponseOf(ClientRefundResponse) {}

export class ClientRequestResponse extends PickType(StaffServiceRequestResponse, [
  'serviceRequestId',
  'category',
  'subject',
  'status',
  'agentCode',
  'createdAt',
]) {}

export class ClientRequestsResponse extends PageResponseOf(ClientRequestResponse) {}

/** A person or company of the register. Parts that the role does not see are null. */
export class ClientResponse extends PickType(StaffPartyResponse, ['id', 'afm']) {
  /** Last and first name, or name of a company. @example 'Παπαδοπούλου Μαρία' */
  name: string;
  /** Agents' records with addresses and contacts, ordered by agent; for issuing. */
  records: StaffPartyRecordResponse[] | null;
  /** Applications and policies that name the client, newest first; for underwriters and issuing. */
  contracts: PartyApplicationsResponse | null;
  /** Claims of the client's policies, the latest loss first; for underwriters and issuing. */
  claims: ClientClaimsResponse | null;
  /** Refunds of the client's applications, newest first; for issuing. */
  refunds: ClientRefundsResponse | null;
  /** Service requests that contain the AFM or a number of the client's applications and policies, newest first. */
  serviceRequests: ClientRequestsResponse;
}
