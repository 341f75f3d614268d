import { addDays } from '../../src/common/athens.js';
import type { Role } from '../../src/identity/user.service.js';
import { ONE_CONNECTION, type StartOptions } from './app.js';
import { charge } from './collection.js';
import type { HttpResponse } from './client.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from './fire-app.js';
import { StaffClient } from './staff-client.js';

export interface Authority {
  readonly id: number;
  readonly state: string;
  readonly userName: string;
  readonly maxSumInsured: number | null;
  readonly endedBy: string | null;
}

export interface DecisionPreview {
  readonly status: string;
  readonly authority: {
    readonly sufficient: boolean;
    readonly exceeded: readonly string[];
    readonly mayDecide: readonly { readonly id: number; readonly name: string }[];
    readonly secondPersonReason: string | null;
  };
}

/** An amendment that waits for an underwriter. */
export interface ReferredAmendment {
  readonly id: number;
  readonly no: number;
  /** Sum insured of the policy with it. */
  readonly sum: number;
}

/** Authority without limits. */
export const FREE = { lines: ['fire', 'motor'], validFrom: '2026-01-01' };

/** Settings under which only the authority limits a decision. */
export const OPEN_SETTINGS = {
  requireAuthority: true,
  secondPersonApprovalsAbove: null,
  secondPersonDeclines: false,
  secondPersonClosings: false,
  secondPersonAuthorities: false,
  secondPersonTransfers: false,
};

/** An application with underwriters: a senior one without limits, and for each test a junior one without authority. */
export class AuthorityFixture {
  readonly seniorName = 'Ελένη Σταύρου';
  agent: FireAgent;
  admin: StaffClient;
  senior: StaffClient;
  junior: StaffClient;

  private constructor(readonly app: FireApp) {}

  static async start(modules: StartOptions['modules'] = []): Promise<AuthorityFixture> {
    const fixture = new AuthorityFixture(await FireApp.start(ONE_CONNECTION, modules));
    fixture.agent = (await fixture.app.createAgent()).production;
    fixture.admin = await fixture.open('admin');
    fixture.senior = await fixture.open('underwriter', fixture.seniorName);
    await fixture.grant(fixture.senior, FREE);
    return fixture;
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** Prepares a test: only the people of one test may be named in it. */
  async begin(): Promise<void> {
    const others = `UPDATE gateway.app_user SET status = 'disabled' WHERE role = 'underwriter' AND id <> $1`;
    await this.app.query('production', others, [this.senior.userId]);
    await this.change(OPEN_SETTINGS);
    this.junior = await this.open('underwriter', 'Νίκος Δήμου');
  }

  async open(role: Role, name?: string): Promise<StaffClient> {
    const client = await StaffClient.open(this.app.running, role);
    if (name !== undefined)
      await this.app.query('production', 'UPDATE gateway.app_user SET name = $2 WHERE id = $1', [client.userId, name]);
    return client;
  }

  openInSandbox(role: Role): Promise<StaffClient> {
    return StaffClient.open(this.app.running, role, '/dev');
  }

  async change(settings: object): Promise<void> {
    expectStatus(200, await this.admin.put('settings', settings));
  }

  async grant(to: StaffClient, limits: object): Promise<Authority> {
    return expectStatus(201, await this.admin.post('authorities', { ...FREE, userId: to.userId, ...limits })).json<Authority>();
  }

  async createReferred(): Promise<FireEntity> {
    const { id } = await this.agent.insert(this.agent.body({ 'objects_insured[0].illegal': '1' }));
    expectStatus(205, await this.agent.act(id, 'request_approval'));
    return this.agent.get(id);
  }

  async createReferredAmendment(): Promise<ReferredAmendment> {
    const { id } = await this.agent.insertIn('45');
    expectStatus(205, await charge(this.agent, id));
    const policy = await this.agent.get(id);
    const request = {
      kind: 'CHANGE',
      effective_date: addDays(policy.start_date, 1),
      reason: 'Ρέμα',
      changes: { objects_insured: [{ ...policy.objects_insured[0], illegal: '1' }] },
    };
    const path = this.agent.path(`${id}/amendments`);
    const { amendment_no: no } = expectStatus(201, await this.agent.client.post(path, request)).json<{ amendment_no: number }>();
    expectStatus(200, await this.agent.client.put(`${path}/${no}/request_approval`));
    return { id, no, sum: getSumInsured(policy) };
  }

  async getStatus(id: number): Promise<string> {
    return (await this.agent.get(id)).status_code;
  }

  approve(id: number, by = this.junior): Promise<HttpResponse> {
    return by.decide(id, 'approve');
  }

  decideAmendment({ id, no }: ReferredAmendment, decision: string, by = this.junior): Promise<HttpResponse> {
    return by.post(`applications/${id}/amendments/${no}/decisions`, { decision });
  }

  async getAmendmentStatus({ id, no }: ReferredAmendment): Promise<string> {
    const response = expectStatus(200, await this.senior.get(`applications/${id}/amendments/${no}`));
    return response.json<{ status: string }>().status;
  }

  confirm(pendingId: number, by: StaffClient): Promise<HttpResponse> {
    return by.put(`pending-actions/${pendingId}/approve`, undefined);
  }

  async preview(id: number, by = this.junior): Promise<DecisionPreview> {
    return expectStatus(200, await by.post(`applications/${id}/decisions/preview`, { decision: 'approve' })).json<DecisionPreview>();
  }

  /** Expects a refusal that changes nothing, whose message names what exceeds and who may. */
  async expectExceeded(call: () => Promise<HttpResponse>, paths: readonly string[], ...words: string[]): Promise<void> {
    const before = await this.app.readFingerprint();
    const response = await call();
    const { error, message, details } = response.json<{ error: string; message: string; details: { path: string }[] }>();
    expect([response.status, error, details.map(({ path }) => path)]).toEqual([403, '-207', paths]);
    for (const word of words) expect(message).toContain(word);
    expect(await this.app.readFingerprint()).toEqual(before);
  }
}

/** Returns the sum insured of the first object; its covers of a group have the same. */
export function getSumInsured({ objects_insured: [object] }: FireEntity): number {
  return object!.insured_values.reduce((total, { insured_value: value }) => total + value, 0);
}

/** Returns the amount that is one cent less. */
export function subtractCent(amount: number): number {
  return Number((amount - 0.01).toFixed(2));
}
