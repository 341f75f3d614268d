import { toLocalDate } from '../../src/common/athens.js';
import type { Environment } from '../../src/common/environment.js';
import type { Answer, Client } from './client.js';
import { linksOf } from './collection.js';
import type { FireEntity } from './fire-app.js';
import { fireBody } from './fire.js';

/** Calculated, in prepay, in force. */
type StoryStatus = '01' | '45' | '50';

/** One application as its caller knows it. */
export interface Told {
  readonly id: number;
  /** The last status that was acknowledged. */
  status: StoryStatus;
  /** The status that was asked for when contact was lost: it may have been reached or not. */
  asked: StoryStatus;
  /** Known once the charge was acknowledged. */
  policyNo?: string | null;
  receiptNo?: number;
  policyPath?: string;
}

export interface Demo {
  readonly apiKey: string;
  readonly userKey: string;
}

/** A caller that tells the story of a fire policy again and again: insert, prepay, payment code, charge, policy. It writes down what it was told. */
export class Storyteller {
  readonly told: Told[] = [];
  /** Calls without success: `503 -2`, or `lost` without a response. */
  readonly failures: string[] = [];
  /** The step that waits for its response; empty between two. */
  underWay = '';
  /** The token it was given last. */
  token = '';
  /** What its paths begin with. */
  readonly root: '' | '/dev';
  private client: Client;
  private whole = 0;
  private isStopped = false;

  constructor(
    client: Client,
    private readonly demo: Demo,
    readonly environment: Environment,
  ) {
    this.root = environment === 'sandbox' ? '/dev' : '';
    this.client = client.withKey(demo.apiKey);
  }

  /** Stories told to the end. */
  get wholeStories(): number {
    return this.whole;
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Until it is stopped, or until there are no responses any more. */
  async tell(): Promise<void> {
    while (!this.isStopped) {
      const answered = (await this.takeToken()) && (await this.tellOnce());
      if (!answered && this.failures.at(-1) === 'lost') return;
      // A caller that is told to try again does not do so at once.
      if (!answered) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async takeToken(): Promise<boolean> {
    const request = { 'user-key': this.demo.userKey };
    const answer = await this.call('token', () => this.client.post(`${this.root}/auth-api/resources/tokens`, request));
    if (!answer) return false;
    ({ token: this.token } = answer.json<{ token: string }>());
    this.client = this.client.withToken(this.token);
    return true;
  }

  private async tellOnce(): Promise<boolean> {
    const body = fireBody(toLocalDate(new Date()));
    const inserted = await this.call('insert', () => this.client.post(`${this.root}/fire-api/rsc/applications`, body));
    if (!inserted) return false;
    const { id } = inserted.json<FireEntity>();
    const told: Told = { id, status: '01', asked: '45' };
    this.told.push(told);
    if (!(await this.call('prepay', () => this.client.put(`${this.root}/fire-api/rsc/applications/${id}/prepay`)))) return false;
    told.status = '45';
    const collection = `${this.root}/collection-api/applications/${id}`;
    if (
      !(await this.call('payment code', () => this.client.get(`${collection}/payment_code`, { headers: { Accept: 'application/json' } })))
    )
      return false;
    told.asked = '50';
    const charged = await this.call('charge', () => this.client.put(`${collection}/charge`));
    if (!charged) return false;
    const { policy_no, last_receipt } = charged.json<FireEntity>();
    const { policy = '' } = linksOf(charged);
    Object.assign(told, {
      status: '50',
      policyNo: policy_no,
      receiptNo: last_receipt?.receipt_no,
      policyPath: policy,
    } satisfies Partial<Told>);
    if (!(await this.call('policy', () => this.client.get(policy)))) return false;
    this.whole += 1;
    return true;
  }

  /** Null, and a line in `failures`, when the call was not successful. */
  private async call(step: string, call: () => Promise<Answer>): Promise<Answer | null> {
    this.underWay = step;
    const answer = await call().catch(() => null);
    this.underWay = '';
    if (answer !== null && answer.status < 300) return answer;
    this.failures.push(answer === null ? 'lost' : `${answer.status} ${errorOf(answer)}`);
    return null;
  }
}

function errorOf(answer: Answer): string {
  try {
    return answer.json<{ error?: string }>().error ?? answer.text;
  } catch {
    return answer.text;
  }
}
