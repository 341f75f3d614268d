import type { Environment } from '../../src/common/environment.js';
import { rfCode } from '../../src/common/rf-code.js';
import type { Answer } from './client.js';
import { paymentCode, type Caller } from './collection.js';
import { expectStatus, type FireAgent, type FireApp } from './fire-app.js';
import { StaffClient } from './staff-client.js';

export interface PaymentCodeEntity {
  readonly payment_code: string;
  readonly amount: number;
}

export interface BankPayment {
  readonly outcome: 'ISSUED' | 'INSTALMENT_PAID' | 'SUSPENDED';
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

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

let references = 0;
let unknownCodes = 0;

/** The issuing department's calls about money, in one environment of whatever server its staff calls. */
export class CollectionClient {
  constructor(readonly staff: StaffClient) {}

  /** A reference that no bank has given yet. */
  newReference(): string {
    return `BANK-${++references}`;
  }

  advise(payment_code: string, amount: number, reference = this.newReference()): Promise<Answer> {
    return this.staff.post('payments', { paymentCode: payment_code, amount, reference });
  }

  async advised(payment_code: string, amount: number, reference?: string): Promise<BankPayment> {
    return expectStatus(200, await this.advise(payment_code, amount, reference)).json<BankPayment>();
  }

  /** The code that the agent asks for, and pays in full. */
  async pay(agent: Caller, id: number): Promise<BankPayment> {
    const { payment_code, amount } = await getPaymentCode(agent, id);
    return this.advised(payment_code, amount);
  }

  /** Money in suspense: a cent less than what is due. */
  async createSuspense(agent: Caller, id: number, amount?: number): Promise<number> {
    const code = await getPaymentCode(agent, id);
    const { suspenseId } = await this.advised(code.payment_code, amount ?? Math.round(code.amount * 100 - 1) / 100);
    if (suspenseId === null) throw new Error('nothing went to suspense');
    return suspenseId;
  }

  resolve(id: number | string, resolution: object): Promise<Answer> {
    return this.staff.post(`suspense/${id}/resolution`, resolution);
  }

  cancel(id: number | string, date: string, more: object = {}): Promise<Answer> {
    return this.staff.post(`applications/${id}/cancellation`, { date, reason: 'Πώληση', claims: true, ...more });
  }

  settle(agentCode: string, amount: number, reference: string): Promise<Answer> {
    return this.staff.post(`agents/${agentCode}/settlements`, { amount, reference });
  }

  async list<Item>(path: string): Promise<Page<Item>> {
    return expectStatus(200, await this.staff.get(path)).json<Page<Item>>();
  }
}

/** The same in an application of this process: its clock moves, and its tables can be looked at. */
export class LocalCollectionClient extends CollectionClient {
  private constructor(
    private readonly app: FireApp,
    staff: StaffClient,
    private readonly environment: Environment,
  ) {
    super(staff);
  }

  static async open(app: FireApp, environment: Environment = 'production'): Promise<LocalCollectionClient> {
    const root = environment === 'sandbox' ? '/dev' : '';
    return new LocalCollectionClient(app, await StaffClient.open(app.running, 'issuing', root), environment);
  }

  /** Moves the clock; the agent's token and the session of the issuing are new then, for theirs may have ended meanwhile. */
  async moveTo(instant: string, agent: FireAgent): Promise<void> {
    this.app.clock.set(instant);
    await agent.renewToken();
    await this.staff.renew();
  }

  /** Balances of accounts without a running balance: the sum of their entries, as text. */
  async accountBalance(code: string): Promise<string> {
    const [row] = await this.app.rows<{ balance: string }>(
      this.environment,
      'SELECT coalesce(sum(e.amount), 0.00) AS balance FROM account a JOIN ledger_entry e ON e.account_id = a.id WHERE a.code = $1',
      [code],
    );
    return row?.balance ?? '';
  }

  async expectBalancedLedger(): Promise<void> {
    expect(await this.app.running.parts.ledger.verifyLedger(this.environment)).toEqual({ unbalanced: [], mismatches: [] });
  }
}

/** A right code of a creditor whose codes nobody gives out. */
export function createUnknownCode(): string {
  unknownCodes += 1;
  return rfCode({ creditor: '9999', reference15: String(unknownCodes).padStart(15, '0'), amount: null, standing: false });
}

export async function getPaymentCode(agent: Caller, id: number): Promise<PaymentCodeEntity> {
  return expectStatus(200, await paymentCode(agent, id)).json<PaymentCodeEntity>();
}
