import { buildAfm } from '../../src/common/identifiers.js';
import type { PartyResponse } from '../../src/services/parties/party.dto.js';
import type { HttpResponse } from './client.js';
import { expectStatus, type FireAgent } from './fire-app.js';

let count = 0;

/** Creates a valid AFM, unique in the process. */
export function createAfm(): string {
  return buildAfm(7_000_000 + ++count);
}

/** Builds the request for an individual. */
export function buildPartyBody(changes: object = {}): Record<string, unknown> {
  return {
    afm: createAfm(),
    firstName: 'Γεώργιος',
    lastName: 'Παπαδόπουλος',
    fathersName: 'Ιωάννης',
    birthdate: '1980-05-17',
    gender: '1',
    personType: '1',
    partyAddresses: [{ addressType: 'HOME', city: 'Αθήνα', line_1: 'Ερμού 1', postCode: '105 63' }],
    partyContacts: [{ contactType: 'MOBILE', contact: '+30 691 234 5678', preferred: '1' }],
    ...changes,
  };
}

/** Client of the parties service for an agent. */
export class PartyClient {
  constructor(private readonly agent: FireAgent) {}

  path(rest: number | string = ''): string {
    return `${this.agent.root}/parties-api/resources/parties${rest === '' ? '' : `/${rest}`}`;
  }

  post(body: unknown): Promise<HttpResponse> {
    return this.agent.client.post(this.path(), body);
  }

  async insert(body: unknown = buildPartyBody()): Promise<number> {
    return expectStatus(201, await this.post(body)).json<{ partyId: number }>().partyId;
  }

  async update(body: unknown): Promise<PartyResponse> {
    const { partyId } = expectStatus(200, await this.post(body)).json<{ partyId: number }>();
    return this.get(partyId);
  }

  async get(id: number): Promise<PartyResponse> {
    return expectStatus(200, await this.find(id)).json<PartyResponse>();
  }

  find(id: number | string): Promise<HttpResponse> {
    return this.agent.client.get(this.path(id));
  }

  search(parameters: Readonly<Record<string, string | number>> = {}): Promise<HttpResponse> {
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]));
    return this.agent.client.get(`${this.path()}?${query.toString()}`);
  }

  async listIds(parameters: Readonly<Record<string, string | number>> = {}): Promise<number[]> {
    return expectStatus(200, await this.search(parameters))
      .json<PartyResponse[]>()
      .map(({ partyId }) => partyId);
  }
}
