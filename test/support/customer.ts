import type { Client, HttpResponse } from './client.js';
import { expectStatus, type FireAgent, type FireApp } from './fire-app.js';

export interface MadeLink {
  readonly id: number;
  readonly url: string;
}

export interface CustomerCase {
  readonly number: string;
  readonly shown: string;
  readonly documents: readonly { readonly id: string; readonly title: string }[];
  readonly statements: readonly { readonly code: string }[];
}

/** Makes a link as the agent of the application. */
export async function makeLink({ client, root }: FireAgent, id: number, purpose: string, more: object = {}): Promise<MadeLink> {
  const path = `${root}/docs-api/policy/applications/${id}/customer_links`;
  const response = expectStatus(201, await client.post(path, { purpose, ...more }));
  expect(response.headers['cache-control']).toBe('no-store');
  return response.json<MadeLink>();
}

export function getToken(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** A stranger with a telephone, who has only the address of a link. */
export class CustomerClient {
  private readonly client: Client;

  constructor(
    { running }: FireApp,
    readonly path: string,
    cookie?: string,
  ) {
    this.client = cookie === undefined ? running.client : running.client.with({ Cookie: cookie });
  }

  static of(app: FireApp, { root }: FireAgent, token: string): CustomerClient {
    return new CustomerClient(app, `${root}/c/${token}`);
  }

  /** Gives the second factor and returns the client with its proof. */
  async confirm(app: FireApp, digits: string): Promise<CustomerClient> {
    const response = expectStatus(204, await this.post('visit', { digits }));
    const [cookie = ''] = response.headers['set-cookie'] ?? [];
    return new CustomerClient(app, this.path, cookie.split(';')[0]);
  }

  get(rest: string): Promise<HttpResponse> {
    return this.client.get(`${this.path}/${rest}`);
  }

  post(rest: string, body?: unknown): Promise<HttpResponse> {
    return this.client.post(`${this.path}/${rest}`, body);
  }

  /** Loads the page as a browser does. */
  getPage(search = ''): Promise<HttpResponse> {
    return this.client.undescribed().get(`${this.path}${search}`);
  }

  postForm(digits: string): Promise<HttpResponse> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.client.undescribed().call('POST', this.path, { body: `digits=${digits}`, headers });
  }

  async getCase(): Promise<CustomerCase> {
    return expectStatus(200, await this.get('case')).json<CustomerCase>();
  }

  /** Reads the case, gets a code and accepts; `more` changes the answer. */
  async accept(more: object = {}): Promise<HttpResponse> {
    const { shown, statements } = await this.getCase();
    const { code } = expectStatus(200, await this.post('code')).json<{ code: string | null }>();
    const answers = statements.map((one) => ({ code: one.code, given: true }));
    return this.post('acceptance', { accepted: true, answers, code, shown, ...more });
  }
}
