import { setTimeout as sleep } from 'node:timers/promises';
import { toLocalDate } from '../../src/common/athens.js';
import type { Client, HttpResponse } from './client.js';
import type { FireEntity } from './fire-app.js';
import { buildFireBody } from './fire.js';

const RETRY_MS = 100;
const READ_EVERY_MS = 50;
/** Responses that a caller may get while the database fails over: unavailable, and the key's first call still runs. */
const EXPECTED = new Set(['503 -2', '409 -404']);

/** A policy as known from acknowledged calls. */
export interface AcknowledgedPolicy {
  readonly id: number;
  status: '01' | '45' | '50';
  policyNo?: string | null;
  receiptNo?: number;
}

/** Issues fire policies with an Idempotency-Key for each step, which it repeats on the next node until it succeeds. */
export class KeyedWorkload {
  readonly policies: AcknowledgedPolicy[] = [];
  /** Moments of acknowledged writes and of reads, in milliseconds. */
  readonly writtenAt: number[] = [];
  readonly readAt: number[] = [];
  /** Number of refused calls by status and code. */
  readonly refusals: Record<string, number> = {};
  /** Responses that no caller may get. */
  readonly unexpected: string[] = [];
  private isStopped = false;
  private calls = 0;

  /** `nodes` are clients of one agent. */
  constructor(
    private readonly nodes: readonly Client[],
    private readonly name: string,
  ) {}

  /** Number of acknowledged calls. */
  get acknowledged(): number {
    return this.writtenAt.length;
  }

  stop(): void {
    this.isStopped = true;
  }

  async run(): Promise<void> {
    await Promise.all([this.issueAll(), this.readAll()]);
  }

  private async issueAll(): Promise<void> {
    for (let number = 1; !this.isStopped; number += 1) await this.issue(`${this.name}-${number}`);
  }

  private async issue(key: string): Promise<void> {
    const json = buildFireBody(toLocalDate(new Date()));
    const { id } = (await this.send('POST', '/fire-api/rsc/applications', `${key}-insert`, json)).json<FireEntity>();
    const policy: AcknowledgedPolicy = { id, status: '01' };
    this.policies.push(policy);
    await this.send('PUT', `/fire-api/rsc/applications/${id}/prepay`, `${key}-prepay`);
    policy.status = '45';
    const issued = (await this.send('PUT', `/collection-api/applications/${id}/charge`, `${key}-charge`)).json<FireEntity>();
    Object.assign(policy, { status: '50', policyNo: issued.policy_no, receiptNo: issued.last_receipt?.receipt_no });
  }

  private async readAll(): Promise<void> {
    for (; !this.isStopped; await sleep(READ_EVERY_MS)) {
      const last = this.policies.at(-1);
      if (last === undefined) continue;
      const response = await this.next().get(`/fire-api/rsc/applications/${last.id}`);
      if (response.status === 200) this.readAt.push(performance.now());
      else this.record(response);
    }
  }

  /** Repeats a call until it succeeds. */
  private async send(method: string, path: string, key: string, json?: unknown): Promise<HttpResponse> {
    for (;;) {
      const response = await this.next().call(method, path, {
        headers: { 'Idempotency-Key': key },
        ...(json === undefined ? {} : { json }),
      });
      if (response.status < 300) {
        this.writtenAt.push(performance.now());
        return response;
      }
      this.record(response);
      await sleep(RETRY_MS);
    }
  }

  private next(): Client {
    this.calls += 1;
    return this.nodes[this.calls % this.nodes.length]!;
  }

  private record(response: HttpResponse): void {
    const { error } = response.json<{ error?: string }>();
    const refusal = `${response.status} ${error}`;
    this.refusals[refusal] = (this.refusals[refusal] ?? 0) + 1;
    if (!EXPECTED.has(refusal)) this.unexpected.push(`${response.operation}: ${response.status} ${response.text}`);
  }
}
