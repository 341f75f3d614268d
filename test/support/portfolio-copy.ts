import { createHash } from 'node:crypto';
import type { HttpResponse } from './client.js';
import { expectStatus, type FireAgent } from './fire-app.js';

export const PORTFOLIO = '/reports-api/resources/portfolio';
export const JSON_LINES = { headers: { Accept: 'application/x-ndjson' } };

export interface PortfolioLine {
  readonly application_id: number | null;
  readonly policy_no: string | null;
  readonly sha256: string | null;
  readonly [field: string]: unknown;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const listLines = (response: HttpResponse): string[] => expectStatus(200, response).text.split('\n').slice(0, -1);
const parseLine = (line: string): PortfolioLine => JSON.parse(line) as PortfolioLine;
export const readPortfolio = async (agent: FireAgent, path: string): Promise<PortfolioLine[]> =>
  listLines(await agent.client.get(`${agent.root}${PORTFOLIO}${path}`, JSON_LINES)).map(parseLine);

/** The program of an agency, which knows only what the three calls say. */
export class PortfolioCopy {
  private readonly lines = new Map<number, string>();
  private next = '';

  constructor(private readonly agent: FireAgent) {}

  async begin(): Promise<void> {
    const response = await this.agent.client.get(`${this.agent.root}${PORTFOLIO}`, JSON_LINES);
    this.store(listLines(response));
    this.next = this.findLink(response);
  }

  /** Reads changes to their end; returns the number of pages. */
  async follow(): Promise<number> {
    for (let pages = 1; ; pages += 1) {
      const response = await this.agent.client.get(this.next, JSON_LINES);
      this.store(listLines(response));
      this.next = this.findLink(response);
      if (!String(response.headers['link']).includes('rel="next"')) return pages;
    }
  }

  /** Returns the last row of the digest, as it follows from the stored lines. */
  calculateTotal(today: string): PortfolioLine {
    const current = [...this.lines]
      .filter(([, line]) => String(parseLine(line)['listed_until']) >= today)
      .sort(([one], [other]) => one - other);
    const hashes = current.map(([, line]) => hash(line.replace(/,"sha256":"[0-9a-f]{64}"\}$/, '}')));
    return { application_id: null, policy_no: null, policies: current.length, sha256: hash(hashes.join('')) };
  }

  private store(lines: readonly string[]): void {
    for (const line of lines) {
      const { application_id: id, sha256 } = parseLine(line);
      if (sha256 === null) this.lines.delete(id!);
      else this.lines.set(id!, line);
    }
  }

  private findLink({ headers }: HttpResponse): string {
    const { pathname, search } = new URL(/<([^>]*)>/.exec(String(headers['link']))![1]!);
    return pathname + search;
  }
}
