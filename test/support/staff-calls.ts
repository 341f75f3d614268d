import { Sessions } from '../../src/backoffice/access/sessions.js';
import type { Role } from '../../src/backoffice/users/users.js';
import { Store } from '../../src/store/store.js';
import type { RunningApp } from './app.js';
import type { Answer, Client } from './client.js';
import { staffOf } from './staff.js';

/** What one of the insurer's people does with applications, in one environment. Paths are those behind `/backoffice-api/`. */
export class StaffCalls {
  private constructor(
    private readonly running: RunningApp,
    private readonly root: '' | '/dev',
    private readonly userId: number,
    private client: Client,
  ) {}

  static async open(running: RunningApp, role: Role, root: '' | '/dev' = ''): Promise<StaffCalls> {
    const { userId, client } = await staffOf(running, role);
    return new StaffCalls(running, root, userId, client);
  }

  /** A new session: the former one ends when the clock moves by eight hours. */
  async renew(): Promise<this> {
    const sessions = this.running.app.get(Sessions);
    const { token } = await this.running.app.get(Store).transaction('gateway', (tx) => sessions.open(tx, this.userId));
    this.client = this.running.client.withToken(token);
    return this;
  }

  get(path: string): Promise<Answer> {
    return this.client.get(`${this.root}/backoffice-api/${path}`);
  }

  /** Body and further fields: messages, terms. */
  decide(id: number | string, decision: string, more: object = {}): Promise<Answer> {
    return this.post(`applications/${id}/decisions`, { decision, ...more });
  }

  /** The customer's answer. */
  answer(id: number | string, accepted: boolean, reason?: string): Promise<Answer> {
    return this.post(`applications/${id}/acceptance`, { accepted, reason });
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.client.put(`${this.root}/backoffice-api/${path}`, body);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.client.post(`${this.root}/backoffice-api/${path}`, body);
  }
}
