import { addDays, type LocalDate } from '../../src/common/athens.js';
import { ErrorCode } from '../../src/common/error-codes.js';
import type { HttpResponse } from './client.js';
import { charge, requestPaymentCode, QUARTERLY } from './collection.js';
import { expectStatus } from './fire-app.js';
import { buildFireBody } from './fire.js';
import { createUnknownCode, WITHDRAWAL, type BankPayment, type PaymentCodeEntity } from './collection-client.js';
import { ConnectionLost, MoneyCall, retryUntilServed, type Callers, type MoneyCallKind } from './money-call.js';
import { buildMotorBody } from './motor.js';

export interface MoneyWorkloadOptions {
  readonly callers: Callers;
  /** Code of the agent that pays settlements. */
  readonly agentCode: string;
  /** Local date in Athens. */
  readonly today: LocalDate;
  readonly random: () => number;
  /** Whether charges carry an `Idempotency-Key`, so that they can be sent again. */
  readonly isKeyed: boolean;
}

/** Kinds of application; `spare` is paid only from suspense. */
export type WorkloadApplication = 'fire' | 'quarterly' | 'vehicle' | 'spare';

type ActionName = keyof MoneyWorkload['actions'];

const DAYS_AHEAD = 10;
/** Price of the sample fire application for a year. */
const YEARLY = 332.64;
/** Actions to choose from; a name listed several times is chosen more often. */
const CHOICES: readonly ActionName[] = [
  ...(['charge', 'pay', 'pay', 'payWrong', 'payUnknown', 'repeat', 'repeat', 'cancel', 'settle'] as const),
  ...(['toApplication', 'toApplication', 'refund'] as const),
];

/** Number of suspense items to choose from; most of the latest are open. */
const LATEST_ITEMS = 6;
/** Error code of a repeated call without a key. */
const REPETITION_ERRORS: Partial<Record<MoneyCallKind, string>> = { cancellation: '-401', resolution: '-400' };

let plates = 1000;
let keys = 0;

/** Sends random money calls about a few applications of one environment, and records the responses. */
export class MoneyWorkload {
  /** Every money call, in the order of the first sending. */
  readonly calls: MoneyCall[] = [];
  /** Number of successful calls by action. */
  readonly successes = new Map<string, number>();
  /** Clients of the next calls; replaced after a server restart. */
  callers: Callers;
  private readonly vehicles = new Set<number>();
  private readonly ids: number[] = [];
  private readonly spare: number[] = [];
  private readonly codes = new Map<number, PaymentCodeEntity>();
  private readonly suspended: number[] = [];
  /** Suspense items with the correct amount, which can pay another application. */
  private readonly usable: number[] = [];

  constructor(private readonly options: MoneyWorkloadOptions) {
    this.callers = options.callers;
  }

  private readonly actions = {
    charge: () => this.charge(this.pick(this.ids)),
    pay: () => this.pay((amount) => amount),
    payWrong: () => this.pay((amount) => Math.round(amount * 100 + this.pick([-100, 100, 500])) / 100),
    payUnknown: () => this.payCode({ payment_code: createUnknownCode(), amount: YEARLY }),
    repeat: async () => {
      const advices = this.calls.filter(({ kind }) => kind === 'advice');
      return advices.length === 0 ? null : this.send(this.pick(advices));
    },
    cancel: () => this.cancel(this.pick(this.ids)),
    settle: () => this.settle(this.pick([10, 87.35, 332.64]), `S${Math.floor(this.options.random() * 30)}`),
    toApplication: () => this.resolve(this.usable, { applicationId: this.pick([...this.ids, ...this.spare, ...this.spare]) }),
    refund: () => this.resolve(this.suspended, { refund: true }),
  } satisfies Record<string, () => Promise<HttpResponse | null>>;

  /** Adds applications in prepay. */
  async addApplications(applications: readonly WorkloadApplication[]): Promise<void> {
    for (const application of applications) {
      const id = await this.createPrepaid(application);
      (application === 'spare' ? this.spare : this.ids).push(id);
    }
  }

  /** Runs a random action; returns false when the connection was lost. */
  async runRandomAction(): Promise<boolean> {
    const name = this.pick(CHOICES);
    try {
      const response = await this.actions[name]();
      if (response !== null && response.status < 300) this.successes.set(name, (this.successes.get(name) ?? 0) + 1);
      return true;
    } catch (error) {
      if (error instanceof ConnectionLost) return false;
      throw error;
    }
  }

  async send(call: MoneyCall): Promise<HttpResponse> {
    const response = await call.send(this.callers);
    if (response.status >= 300 || call.kind !== 'advice') return response;
    const { suspenseId, reason } = response.json<BankPayment>();
    if (suspenseId === null || this.suspended.includes(suspenseId)) return response;
    this.suspended.push(suspenseId);
    if (reason?.code !== ErrorCode.WRONG_AMOUNT) this.usable.push(suspenseId);
    return response;
  }

  /** Repeats the lost calls and then all successful ones. Calls with a key get the same response, others an error. */
  async repeat(calls: readonly MoneyCall[]): Promise<void> {
    for (const call of calls) if (call.isOpen) await this.send(call);
    for (const call of calls) {
      const { kind, about } = call;
      const [first] = call.responses;
      if (!first) continue;
      const again = await this.send(call);
      const refusal = REPETITION_ERRORS[kind];
      if (refusal === undefined) expect([kind, about, again.status, again.text]).toEqual([kind, about, first.status, first.text]);
      else expect([kind, about, again.status, again.json().error]).toEqual([kind, about, 400, refusal]);
      if (kind === 'charge') expect(again.headers['idempotency-replayed']).toBe('true');
    }
  }

  private record(...call: ConstructorParameters<typeof MoneyCall>): Promise<HttpResponse> {
    const recorded = new MoneyCall(...call);
    this.calls.push(recorded);
    return this.send(recorded);
  }

  private charge(id: number): Promise<HttpResponse> {
    const headers = this.options.isKeyed ? { 'Idempotency-Key': `workload-${++keys}` } : {};
    return this.record('charge', String(id), ({ agent }) => {
      const path = `${agent.root}/mtr-api/resources/applications/${id}/issueCharge`;
      return this.vehicles.has(id) ? agent.client.put(path, undefined, { headers }) : charge(agent, id, { headers });
    });
  }

  private async pay(amountOf: (due: number) => number): Promise<HttpResponse | null> {
    const id = this.pick(this.ids);
    const asked = await retryUntilServed(() => requestPaymentCode(this.callers.agent, id));
    if (asked.status === 200) this.codes.set(id, asked.json<PaymentCodeEntity>());
    const code = this.codes.get(id);
    if (!code) return null;
    return this.payCode({ ...code, amount: amountOf(code.amount) });
  }

  private payCode({ payment_code, amount }: PaymentCodeEntity): Promise<HttpResponse> {
    const reference = this.callers.issuing.createReference();
    return this.record('advice', reference, ({ issuing }) => issuing.sendPayment(payment_code, amount, reference));
  }

  private settle(amount: number, reference: string): Promise<HttpResponse> {
    return this.record('settlement', reference, ({ issuing }) => issuing.settle(this.options.agentCode, amount, reference));
  }

  private cancel(id: number): Promise<HttpResponse> {
    const date = this.options.today;
    const claims = this.options.random() < 0.5;
    return this.record('cancellation', String(id), ({ issuing }) => issuing.cancel(id, date, claims ? {} : WITHDRAWAL));
  }

  private async resolve(
    items: readonly number[],
    resolution: { readonly applicationId: number } | { readonly refund: true },
  ): Promise<HttpResponse | null> {
    if (items.length === 0) return null;
    const id = this.pick(items.slice(-LATEST_ITEMS));
    const use = 'refund' in resolution ? 'REFUND' : `APPLICATION ${resolution.applicationId}`;
    return this.record('resolution', `${id} ${use}`, ({ issuing }) => issuing.resolve(id, resolution));
  }

  private async createPrepaid(application: WorkloadApplication): Promise<number> {
    const { client, root } = this.callers.agent;
    const isVehicle = application === 'vehicle';
    const path = isVehicle ? `${root}/mtr-api/resources/applications` : `${root}/fire-api/rsc/applications`;
    const policyStartDate = addDays(this.options.today, DAYS_AHEAD);
    const body = isVehicle
      ? buildMotorBody({ policyStartDate, plateNo: `BBB${++plates}` })
      : buildFireBody(this.options.today, application === 'quarterly' ? QUARTERLY : {});
    const { id } = expectStatus(201, await client.post(path, body)).json<{ id: number }>();
    expectStatus(205, await client.put(`${path}/${id}/${isVehicle ? 'issuePrepay' : 'prepay'}`));
    if (isVehicle) this.vehicles.add(id);
    return id;
  }

  private pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.options.random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }
}
