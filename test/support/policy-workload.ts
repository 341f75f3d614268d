import { toLocalDate } from '../../src/common/athens.js';
import type { Environment } from '../../src/common/environment.js';
import type { HttpResponse, Client } from './client.js';
import { parseLinks } from './collection.js';
import type { FireEntity } from './fire-app.js';
import { buildFireBody } from './fire.js';

/** Statuses of a completed policy: calculated, in prepay, in force. */
type WorkloadStatus = '01' | '45' | '50';

/** An application as known from the responses. */
export interface TrackedApplication {
  readonly id: number;
  /** Last acknowledged status. */
  status: WorkloadStatus;
  /** Status of the last call, which may not have been reached when its response was lost. */
  requestedStatus: WorkloadStatus;
  /** Set by an acknowledged charge. */
  policyNo?: string | null;
  receiptNo?: number;
  policyPath?: string;
}

export interface DemoKeys {
  readonly apiKey: string;
  readonly userKey: string;
}

/** Repeats the calls of a fire policy (insert, prepay, payment code, charge, policy) and records the responses. */
export class PolicyWorkload {
  readonly applications: TrackedApplication[] = [];
  /** Errors of failed calls: `503 -2`, or `lost` without a response. */
  readonly failures: string[] = [];
  /** Name of the running call; empty between two calls. */
  currentStep = '';
  /** Token of the last token call. */
  token = '';
  /** Prefix of the paths. */
  readonly root: '' | '/dev';
  private client: Client;
  private completed = 0;
  private isStopped = false;

  constructor(
    client: Client,
    private readonly keys: DemoKeys,
    readonly environment: Environment,
  ) {
    this.root = environment === 'sandbox' ? '/dev' : '';
    this.client = client.withKey(keys.apiKey);
  }

  /** Number of policies for which every call succeeded. */
  get completedPolicies(): number {
    return this.completed;
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Repeats until `stop` is called or a response is lost. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      const answered = (await this.createToken()) && (await this.issuePolicy());
      if (!answered && this.failures.at(-1) === 'lost') return;
      // Retries after a pause, like a caller that gets Retry-After.
      if (!answered) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async createToken(): Promise<boolean> {
    const request = { 'user-key': this.keys.userKey };
    const response = await this.call('token', () => this.client.post(`${this.root}/auth-api/resources/tokens`, request));
    if (!response) return false;
    ({ token: this.token } = response.json<{ token: string }>());
    this.client = this.client.withToken(this.token);
    return true;
  }

  private async issuePolicy(): Promise<boolean> {
    const body = buildFireBody(toLocalDate(new Date()));
    const inserted = await this.call('insert', () => this.client.post(`${this.root}/fire-api/rsc/applications`, body));
    if (!inserted) return false;
    const { id } = inserted.json<FireEntity>();
    const tracked: TrackedApplication = { id, status: '01', requestedStatus: '45' };
    this.applications.push(tracked);
    if (!(await this.call('prepay', () => this.client.put(`${this.root}/fire-api/rsc/applications/${id}/prepay`)))) return false;
    tracked.status = '45';
    const collection = `${this.root}/collection-api/applications/${id}`;
    if (
      !(await this.call('payment code', () => this.client.get(`${collection}/payment_code`, { headers: { Accept: 'application/json' } })))
    )
      return false;
    tracked.requestedStatus = '50';
    const charged = await this.call('charge', () => this.client.put(`${collection}/charge`));
    if (!charged) return false;
    const { policy_no, last_receipt } = charged.json<FireEntity>();
    const { policy = '' } = parseLinks(charged);
    Object.assign(tracked, {
      status: '50',
      policyNo: policy_no,
      receiptNo: last_receipt?.receipt_no,
      policyPath: policy,
    } satisfies Partial<TrackedApplication>);
    if (!(await this.call('policy', () => this.client.get(policy)))) return false;
    this.completed += 1;
    return true;
  }

  /** Sends a call. A failure is recorded and returns null. */
  private async call(step: string, call: () => Promise<HttpResponse>): Promise<HttpResponse | null> {
    this.currentStep = step;
    const response = await call().catch(() => null);
    this.currentStep = '';
    if (response !== null && response.status < 300) return response;
    this.failures.push(response === null ? 'lost' : `${response.status} ${errorOf(response)}`);
    return null;
  }
}

function errorOf(response: HttpResponse): string {
  try {
    return response.json<{ error?: string }>().error ?? response.text;
  } catch {
    return response.text;
  }
}
