import type { Environment } from '../../src/common/environment.js';
import { normalizePlate } from '../../src/common/plate.js';
import type { NewAgent } from '../../src/record/money/agents/agent.js';
import type { MotorApplicationResponse } from '../../src/services/mtr/motor-response.dto.js';
import type { HttpResponse } from './client.js';
import { expectStatus, FireApp, type FireAgent } from './fire-app.js';
import { applyChanges, type Changes } from './json-changes.js';

export type MotorEntity = MotorApplicationResponse;

/** Owner of the example car. */
export const MOTOR_CLIENT = {
  personTypeCode: '1',
  lastName: 'Παπαδοπούλου',
  firstName: 'Μαρία',
  fathersName: 'Γεώργιος',
  birthdate: '1980-05-14',
  genderCode: '2',
  jobCode: '2310',
  addressStreet: 'Λεωφόρος Κηφισίας 100',
  addressCity: 'Αθήνα',
  addressPostcode: '11526',
  phone: '2101234567',
  mobile: '6912345678',
  email: 'maria@example.gr',
  afm: '123456783',
  doyCode: '1101',
  identityNo: 'ΑΒ 123456',
  identityDate: '2010-03-02',
  amka: '14058001232',
  passport: 'AE1234567',
  citizenship: 'GR',
  licenceType: 'B',
  licenceDate: '2005-06-01',
};

/** Car of worked example M-1: status 01, premium 309.25. */
export const MOTOR_CAR = {
  makeCode: '199',
  modelCode: '1990080',
  usageCode: '01',
  policyStartDate: '2026-12-01',
  payFrequencyInMonths: 12 as const,
  plateNo: 'ΙΖΧ-4821',
  bundleCode: 'B1',
  regionPostcode: '11527',
  bonusMalus: 10,
  engineCc: 1398,
  powerInKw: 73,
  manufactureYear: 2018,
  driverBirthYear: 1986,
  driverLicenceDate: '2005-06-01',
  insuredValue: 9000,
};

export function buildMotorBody(changes: Changes = {}): Record<string, unknown> {
  return applyChanges<Record<string, unknown>>({ ...MOTOR_CAR, client: MOTOR_CLIENT }, changes);
}

/** Registers the bonus-malus class of a vehicle, without which a class better than that of entry is referred. */
export async function registerClass(
  app: Pick<FireApp, 'query'>,
  environment: Environment,
  { plateNo, afm = MOTOR_CLIENT.afm, bonusMalus }: { readonly plateNo: string; readonly afm?: string; readonly bonusMalus: number },
): Promise<void> {
  await app.query(
    environment,
    `INSERT INTO bonus_malus_registry VALUES ($1, $2, $3, 0, 0, 'TEST', '2026-01-01')
     ON CONFLICT (plate_no, afm) DO UPDATE SET bonus_malus = excluded.bonus_malus`,
    [normalizePlate(plateNo), afm, bonusMalus],
  );
}

/** Client of the motor service for one agent and environment. */
export class MotorAgent {
  constructor(readonly agent: FireAgent) {}

  static async create(
    app: FireApp,
    agent: Partial<NewAgent> = {},
    delegates: readonly string[] = [],
  ): Promise<Record<Environment, MotorAgent>> {
    const { production, sandbox } = await app.createAgent(agent, delegates);
    return { production: new MotorAgent(production), sandbox: new MotorAgent(sandbox) };
  }

  /** Returns the path of the resources, followed by `rest`. */
  path(rest: string): string {
    return `${this.agent.root}/mtr-api/resources/${rest}`;
  }

  call(method: string, rest: string, json?: unknown): Promise<HttpResponse> {
    return this.agent.client.call(method, this.path(rest), { json });
  }

  post(body: unknown): Promise<HttpResponse> {
    return this.call('POST', 'applications', body);
  }

  async insert(changes: Changes = {}): Promise<MotorEntity> {
    return expectStatus(201, await this.post(buildMotorBody(changes))).json<MotorEntity>();
  }

  async get(id: number): Promise<MotorEntity> {
    return expectStatus(200, await this.call('GET', `applications/${id}`)).json<MotorEntity>();
  }

  put(id: number, body: unknown): Promise<HttpResponse> {
    return this.call('PUT', `applications/${id}`, body);
  }

  /** Sends an action such as `issuePrepay`, `issueCharge` or `freeze`. */
  act(id: number, action: string): Promise<HttpResponse> {
    return this.call('PUT', `applications/${id}/${action}`);
  }

  /** Inserts a vehicle application and issues it by charge. */
  async createPolicy(changes: Changes = {}): Promise<MotorEntity> {
    const { id } = await this.insert(changes);
    return expectStatus(205, await this.act(id, 'issueCharge')).json<MotorEntity>();
  }
}
