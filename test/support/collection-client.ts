import { verifyLedger } from '../../src/record/money/ledger/ledger-verification.js';
import { toLocalDate, type LocalDate } from '../../src/common/athens.js';
import type { Environment } from '../../src/common/environment.js';
import { buildRfCode } from '../../src/common/rf-code.js';
import type { HttpResponse } from './client.js';
import { requestPaymentCode, type Caller } from './collection.js';
import { expectStatus, type FireAgent, type FireApp } from './fire-app.js';
import { StaffClient } from './staff-client.js';

export interface PaymentCodeEntity {
  readonly payment_code: string;
  readonly amount: number;
}

export interface BankPayment {
  readonly outcome: 'ISSUED' | 'INSTALMENT_PAID' | 'PAID_SEVERAL' | 'SUSPENDED';
  readonly paymentCode: string;
  readonly amount: number;
  readonly applicationId: number | null;
  readonly receiptNo: number | null;
  readonly suspenseId: number | null;
  readonly reason: { readonly code: string } | null;
}

export interface SuspenseItem {
  readonly id: number;
  readonly amount: number;
  readonly reference: string;
  readonly resolution: string | null;
}

export interface BackofficePage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Changes a cancellation into a withdrawal, which refunds everything. */
export const WITHDRAWAL = { reasonCode: 'WITHDRAWAL', text: null, claims: false };

let references = 0;
let unknownCodes = 0;

/** Client of the back office for money: payments, suspense, cancellations, settlements. */
export class CollectionClient {
  constructor(
    readonly staff: StaffClient,
    /** Default value date. */
    public today = (): LocalDate => toLocalDate(new Date()),
  ) {}

  /** Returns an unused bank reference. */
  createReference(): string {
    return `BANK-${++references}`;
  }

  /** Books a payment, by default with today's value date. */
  sendPayment(paymentCode: string, amount: number, reference = this.createReference(), valueDate = this.today()): Promise<HttpResponse> {
    return this.staff.post('payments', { paymentCode, amount, reference, valueDate });
  }

  async bookPayment(payment_code: string, amount: number, reference?: string): Promise<BankPayment> {
    return expectStatus(200, await this.sendPayment(payment_code, amount, reference)).json<BankPayment>();
  }

  /** Pays the due amount with the payment code of the application. */
  async pay(agent: Caller, id: number): Promise<BankPayment> {
    const { payment_code, amount } = await getPaymentCode(agent, id);
    return this.bookPayment(payment_code, amount);
  }

  /** Creates a suspense item by paying a euro less than due, which is above the tolerance; returns its id. */
  async createSuspense(agent: Caller, id: number, amount?: number): Promise<number> {
    const code = await getPaymentCode(agent, id);
    const { suspenseId } = await this.bookPayment(code.payment_code, amount ?? Math.round(code.amount * 100 - 100) / 100);
    if (suspenseId === null) throw new Error('nothing went to suspense');
    return suspenseId;
  }

  reverse(transactionId: number, reason = 'Λάθος καταχώριση'): Promise<HttpResponse> {
    return this.staff.post(`bookings/${transactionId}/reversal`, { reason });
  }

  /** Finds the ledger transaction of the last booking with the reference. */
  async findBooking(reference: string): Promise<number> {
    const [booking] = (await this.list<{ transactionId: number }>(`bookings?reference=${encodeURIComponent(reference)}`)).items;
    if (!booking) throw new Error(`there is no booking with the reference ${reference}`);
    return booking.transactionId;
  }

  /** Reverses the payment of a receipt. */
  async reverseReceipt(receiptNo: number): Promise<void> {
    const { items } = await this.list<{ transactionId: number; receiptNo: number | null }>('bookings?reversed=no');
    const booking = items.find((one) => one.receiptNo === receiptNo);
    expectStatus(200, await this.reverse(booking?.transactionId ?? 0));
  }

  resolve(id: number | string, resolution: object): Promise<HttpResponse> {
    return this.staff.post(`suspense/${id}/resolution`, resolution);
  }

  /** Cancels as of a day. The declaration arrives on that day, or today if that is earlier. */
  cancel(id: number | string, date: string, more: object = {}): Promise<HttpResponse> {
    return this.staff.post(`applications/${id}/cancellation`, this.buildCancellation(date, more));
  }

  /** Builds the body of a cancellation, by default for a sale after a claim. */
  buildCancellation(date: string, more: object = {}): object {
    const today = this.today();
    const receivedOn = date < today ? date : today;
    return { reasonCode: 'SALE', text: 'Πώληση', receivedOn, date, claims: true, ...more };
  }

  settle(agentCode: string, amount: number, reference: string): Promise<HttpResponse> {
    return this.staff.post(`agents/${agentCode}/settlements`, { amount, reference, valueDate: this.today() });
  }

  async list<Item>(path: string): Promise<BackofficePage<Item>> {
    return expectStatus(200, await this.staff.get(path)).json<BackofficePage<Item>>();
  }
}

/** Collection client of an application in this process, whose clock and tables it can reach. */
export class LocalCollectionClient extends CollectionClient {
  private constructor(
    private readonly app: FireApp,
    staff: StaffClient,
    private readonly environment: Environment,
  ) {
    super(staff, () => app.clock.today());
  }

  static async open(app: FireApp, environment: Environment = 'production'): Promise<LocalCollectionClient> {
    const root = environment === 'sandbox' ? '/dev' : '';
    return new LocalCollectionClient(app, await StaffClient.open(app.running, 'issuing', root), environment);
  }

  /** Moves the clock and renews the agent's token and the staff session, which may have expired. */
  async moveTo(instant: string, agent: FireAgent): Promise<void> {
    this.app.clock.set(instant);
    await agent.renewToken();
    await this.staff.renewSession();
  }

  /** Balance of an account as the sum of its entries, as text. */
  async accountBalance(code: string): Promise<string> {
    const [row] = await this.app.query<{ balance: string }>(
      this.environment,
      'SELECT coalesce(sum(e.amount), 0.00) AS balance FROM account a JOIN ledger_entry e ON e.account_id = a.id WHERE a.code = $1',
      [code],
    );
    return row?.balance ?? '';
  }

  async expectBalancedLedger(): Promise<void> {
    expect(await verifyLedger(this.app.running.parts.store, this.environment)).toEqual([]);
  }
}

/** Creates a valid payment code of an unknown creditor. */
export function createUnknownCode(): string {
  unknownCodes += 1;
  return buildRfCode({ creditor: '9999', reference15: String(unknownCodes).padStart(15, '0'), amount: null, standing: false });
}

export async function getPaymentCode(agent: Caller, id: number): Promise<PaymentCodeEntity> {
  return expectStatus(200, await requestPaymentCode(agent, id)).json<PaymentCodeEntity>();
}
