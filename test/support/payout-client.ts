import { expectStatus } from './fire-app.js';
import type { HttpResponse } from './client.js';
import type { StaffClient } from './staff-client.js';

/** Published example IBANs of several countries. */
export const IBANS = [
  'GR1601101250000000012300695',
  'CY17002001280000001200527600',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
] as const;
export const IBAN = IBANS[0];
export const PAYOUT_IBAN = 'GR9608100010000001234567890';

export interface OwedRefund {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly amount: number;
  readonly applicationId: number | null;
  readonly agentCode: string | null;
  readonly agentName: string;
  readonly clientName: string | null;
  readonly receiptNo: number | null;
  readonly suspenseId: number | null;
  readonly account: { readonly iban: string; readonly holder: string } | null;
  readonly payout: { readonly batchId: number; readonly status: string; readonly returnReason: string | null } | null;
}

export interface Batch {
  readonly id: number;
  readonly status: string;
  readonly count: number;
  readonly holderDiffersCount: number;
  readonly ibanRepeatedCount: number;
  readonly approvedBy: string | null;
  readonly amount: number;
  readonly preparedBy: string;
  readonly endedBy: string | null;
  readonly reference: string | null;
  readonly warnings: readonly { readonly code: string; readonly refundIds: readonly number[] }[];
  readonly payouts: readonly {
    readonly refundId: number;
    readonly endToEndId: string;
    readonly iban: string | null;
    readonly amount: number;
    readonly clientName: string | null;
    readonly policyNo: string | null;
    readonly applicationId: number | null;
    readonly reason: { readonly code: string; readonly message: string };
    readonly holderDiffers: boolean | null;
    readonly ibanRepeated: boolean | null;
  }[];
}

let references = 0;

/** Client of the back office for refunds and payout batches. */
export class PayoutClient {
  constructor(readonly staff: StaffClient) {}

  createReference(): string {
    return `OUT-${++references}`;
  }

  async getRefund(id: number): Promise<OwedRefund> {
    return expectStatus(200, await this.staff.get(`refunds/${id}`)).json<OwedRefund>();
  }

  async list(query: string): Promise<{ readonly items: readonly OwedRefund[]; readonly total: number }> {
    return expectStatus(200, await this.staff.get(`refunds?${query}`)).json<{ items: OwedRefund[]; total: number }>();
  }

  setAccount(id: number, iban: string = IBAN, holder = 'Παπαδοπούλου Μαρία'): Promise<HttpResponse> {
    return this.staff.put(`refunds/${id}/account`, { iban, holder });
  }

  async prepareBatch(refundIds: readonly number[]): Promise<Batch> {
    for (const id of refundIds) expectStatus(200, await this.setAccount(id));
    return expectStatus(201, await this.staff.post('payout-batches', { refundIds })).json<Batch>();
  }

  async getBatch(id: number): Promise<Batch> {
    return expectStatus(200, await this.staff.get(`payout-batches/${id}`)).json<Batch>();
  }

  approve(id: number): Promise<HttpResponse> {
    return this.staff.post(`payout-batches/${id}/approval`, {});
  }

  /** Approves the batch, ignoring an error, and confirms it. */
  async confirm(id: number, reference = this.createReference()): Promise<HttpResponse> {
    await this.approve(id);
    return this.staff.post(`payout-batches/${id}/confirmation`, { reference });
  }

  returnPayment(id: number, reference = this.createReference(), reason = 'AC04 closed account'): Promise<HttpResponse> {
    return this.staff.post(`refunds/${id}/return`, { reference, reason });
  }
}
