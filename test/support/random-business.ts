import { charge, CHARGE_TIME, createPolicy, createPrepaid, QUARTERLY } from './collection.js';
import type { FireAgent, FireApp } from './fire-app.js';
import { type LocalCollectionClient, createUnknownCode } from './collection-client.js';
import { MotorAgent } from './motor.js';
import { PayoutClient } from './payout-client.js';
import type { StaffClient } from './staff-client.js';
import type { Changes } from './json-changes.js';

/** Clients of the simulated business, in production. */
export interface BusinessClients {
  readonly app: FireApp;
  readonly agents: readonly FireAgent[];
  readonly issuing: LocalCollectionClient;
  readonly staff: { readonly underwriter: StaffClient; readonly issuing: StaffClient };
  /** Moves the clock and renews all tokens and sessions. */
  readonly moveTo: (instant: string) => Promise<void>;
  /** Changes to the sample application of some fire policies. */
  readonly changes?: Changes;
}

export interface BusinessYear {
  readonly random: () => number;
  readonly steps: number;
  readonly days?: number;
  /** Actions in addition to those of every business. */
  readonly further?: readonly BusinessAction[];
  /** Is called after all actions ran once (step 0), and after each step. */
  readonly after?: (step: number) => Promise<void>;
}

export type Pick = <T>(items: readonly T[]) => T;
/** A random action of an agent on a day; a refused call changes nothing. */
export type BusinessAction = (agent: FireAgent, pick: Pick) => Promise<unknown>;

const REFERRED = { 'objects_insured[0].illegal': '1' };
const HOUR_MS = 3_600_000;
const ACTIONS_PER_STEP = 6;
const RENEWED_POLICIES = 3;

let plates = 0;
function createPlate(): string {
  plates += 1;
  return `IZX${1000 + plates}`;
}

/** Simulates a random year: applications, referrals, policies, payments, refunds, cancellations and renewals. */
export class RandomBusiness {
  constructor(private readonly people: BusinessClients) {}

  async listIds(agent: FireAgent, status: string): Promise<number[]> {
    const found = await this.people.app.query<{ id: string }>(
      'production',
      'SELECT id FROM application WHERE agent_code = $1 AND status = $2 ORDER BY id',
      [agent.access.agentCode, status],
    );
    return found.map(({ id }) => Number(id));
  }

  /** Runs every action once and then random ones; the last steps renew some policies of the first agent. */
  async run({ random, steps, days = 400, further = [], after = () => Promise.resolve() }: BusinessYear): Promise<void> {
    const { app, agents, moveTo } = this.people;
    const pick: Pick = (items) => items[Math.floor(random() * items.length)]!;
    const actions = [...this.createActions(), ...further];
    for (const action of actions) await action(agents[0]!, pick).catch(() => null);
    await after(0);
    for (let step = 1; step <= steps; step += 1) {
      await moveTo(new Date(Date.parse(CHARGE_TIME) + Math.floor((step * days * 24) / steps) * HOUR_MS).toISOString());
      while ((await app.runDueWork('production')) > 0);
      for (let count = 0; count < ACTIONS_PER_STEP; count += 1) await pick(actions)(pick(agents), pick).catch(() => null);
      if (step >= steps - 2)
        for (const id of (await this.listIds(agents[0]!, '50')).slice(0, RENEWED_POLICIES)) await charge(agents[0]!, id);
      await after(step);
    }
  }

  private withRandomApplication(status: string, act: (id: number, agent: FireAgent) => Promise<unknown>): BusinessAction {
    return async (agent, pick) => {
      const ids = await this.listIds(agent, status);
      if (ids.length > 0) await act(pick(ids), agent);
    };
  }

  private createActions(): readonly BusinessAction[] {
    const { app, issuing, staff, changes = {} } = this.people;
    return [
      (agent) => agent.insert(),
      (agent) => createPolicy(agent, { ...QUARTERLY, ...changes }),
      (agent) => createPolicy(agent),
      (agent) => createPrepaid(agent),
      (agent) => new MotorAgent(agent).insert(),
      (agent) => new MotorAgent(agent).createPolicy({ plateNo: createPlate() }).catch(() => null),
      async (agent) => agent.act((await agent.insert(agent.body(REFERRED))).id, 'request_approval'),
      this.withRandomApplication('30', (id) => staff.underwriter.decide(id, 'approve')),
      this.withRandomApplication('30', (id) => staff.underwriter.decide(id, 'request_documents')),
      this.withRandomApplication('30', (id) => staff.underwriter.decide(id, 'decline')),
      this.withRandomApplication('01', (id, agent) => agent.act(id, 'DELETE')),
      this.withRandomApplication('01', (id, agent) => agent.act(id, 'prepay')),
      this.withRandomApplication('45', (id, agent) => issuing.pay(agent, id)),
      this.withRandomApplication('45', (id, agent) => issuing.createSuspense(agent, id)),
      this.withRandomApplication('45', async (id, agent) => issuing.resolve(await issuing.createSuspense(agent, id), { refund: true })),
      () => issuing.sendPayment(createUnknownCode(), 12.5),
      () => this.payOut(),
      () => this.returnPayout(),
      this.withRandomApplication('50', (id) => issuing.cancel(id, app.clock.today())),
      this.withRandomApplication('50', (id, agent) => charge(agent, id)),
      this.withRandomApplication('55', (id, agent) => charge(agent, id)),
      (agent) => agent.client.post('/service-requests-api/resources/srs', { category: 'MOTOR-CLAIMS', subject: 'Αίτημα', body: 'Κείμενο' }),
    ];
  }

  /** Pays the oldest refund: one person prepares the batch, another confirms it. */
  private async payOut(): Promise<void> {
    const { issuing, staff } = this.people;
    const clerk = new PayoutClient(issuing.staff);
    const [refund] = (await clerk.list('status=OWED')).items;
    if (refund) await new PayoutClient(staff.issuing).confirm((await clerk.prepareBatch([refund.id])).id);
  }

  private async returnPayout(): Promise<void> {
    const clerk = new PayoutClient(this.people.issuing.staff);
    const [refund] = (await clerk.list('status=PAID')).items;
    if (refund) await clerk.returnPayment(refund.id);
  }
}
