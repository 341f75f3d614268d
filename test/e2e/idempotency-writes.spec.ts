import { randomUUID } from 'node:crypto';
import { objectOf, childPath, newChild, objectsPath, anotherObject } from '../support/fire-children.js';
import type { CallOptions } from '../support/client.js';
import { CHARGE_TIME, prepaid } from '../support/collection.js';
import * as files from '../support/files.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { expectConflict, expectReplay, send, type Write } from '../support/idempotency.js';
import { motorBody, MotorAgent } from '../support/motor.js';
import { partyBody } from '../support/party.js';

/** A write, and another body of the same call that would be as good. */
interface Repeatable extends Write {
  readonly other?: CallOptions;
}

let app: FireApp;
let agent: FireAgent;
let mtr: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agent = (await app.agent()).production;
  mtr = new MotorAgent(agent);
});
afterAll(() => app.stop());

const insert = (changes = {}): Repeatable => ({ method: 'POST', path: agent.path(), options: { json: agent.body(changes) } });

async function fireAction(action: string, status?: '25' | '01'): Promise<Repeatable> {
  const { id } = await (status === '25' ? agent.insertIn('25') : agent.insert());
  return { method: 'PUT', path: agent.path(`${id}/${action}`) };
}

async function motorAction(action: string, changes = {}): Promise<Repeatable> {
  const { id } = await mtr.insert(changes);
  return { method: 'PUT', path: mtr.path(`applications/${id}/${action}`) };
}

/** Of an application that can be changed: 25, with two objects' children. */
async function child(list: 'claims_history' | 'co-owners' | 'mortgages_loans'): Promise<Repeatable> {
  const application = await agent.insertIn('25');
  const key = list === 'co-owners' ? 'co-owners' : list;
  const item = newChild(agent, list);
  const changed = 'claim_amount' in item ? { ...item, claim_amount: 99 } : { ...item, amount: 1 };
  return {
    ...{ method: 'POST', path: childPath(agent, application, list), options: { json: { [key]: [item] } } },
    ...(list === 'claims_history' ? { other: { json: { [key]: [changed] } } } : {}),
  };
}

async function document(line: 'docs' | 'mtr'): Promise<Repeatable> {
  const { id } = await (line === 'docs' ? agent.insert() : mtr.insert());
  const path =
    line === 'docs'
      ? `/docs-api/policy/applications/${id}/documents?file_name=a.png&mime_type=image/png&category_id=2`
      : mtr.path(`applications/${id}/documents?fileName=a.png&categoryId=4`);
  const headers = { 'Content-Type': 'image/png' };
  const other = Buffer.concat([files.PNG, Buffer.from('more')]);
  return { method: 'POST', path, options: { headers, body: files.PNG }, other: { headers, body: other } };
}

async function documentChange(method: 'PUT' | 'POST'): Promise<Repeatable> {
  const upload = await document('docs');
  const { id } = expectStatus(201, await agent.client.call('POST', upload.path, upload.options)).json<{ id: number }>();
  const json = { file_name: 'b.png', category_id: 2 };
  return { method, path: upload.path.replace(/\?.*/, `/${id}`), options: { json }, other: { json: { ...json, file_name: 'c.png' } } };
}

const WRITES: readonly [name: string, status: number, make: () => Promise<Repeatable>][] = [
  ['fire insert', 201, () => Promise.resolve({ ...insert(), other: insert({ pay_frequency_in_months: 3 }).options })],
  [
    'fire update',
    200,
    async () => {
      const { id } = await agent.insertIn('25');
      const bodyOf = (months: number): CallOptions => ({
        json: agent.body({ 'objects_insured[0].illegal': '1', pay_frequency_in_months: months }),
      });
      return { method: 'PUT', path: agent.path(id), options: bodyOf(3), other: bodyOf(6) };
    },
  ],
  ['fire calc', 200, () => fireAction('calc', '25')],
  ['fire edit', 200, () => fireAction('edit')],
  ['fire request_approval', 205, () => fireAction('request_approval', '25')],
  ['fire send_for_acceptance', 200, () => fireAction('send_for_acceptance')],
  ['fire prepay', 205, () => fireAction('prepay')],
  [
    'fire objects',
    201,
    async () => ({
      ...{ method: 'POST', path: objectsPath(agent, (await agent.insertIn('25')).id) },
      options: { json: { objects_insured: [anotherObject(agent)] } },
      other: { json: { objects_insured: [anotherObject(agent, { square_meters: 77 })] } },
    }),
  ],
  [
    'fire object',
    200,
    async () => {
      const application = await agent.insertIn('25');
      const path = objectsPath(agent, application.id, `/${objectOf(application).object_id}`);
      return {
        ...{ method: 'PUT', path, options: { json: { objects_insured: [{ square_meters: 81 }] } } },
        other: { json: { objects_insured: [{ square_meters: 82 }] } },
      };
    },
  ],
  ['fire claims', 201, () => child('claims_history')],
  ['fire co-owners', 201, () => child('co-owners')],
  ['fire loans', 201, () => child('mortgages_loans')],
  ['charge', 205, async () => ({ method: 'PUT', path: `/collection-api/applications/${(await prepaid(agent)).id}/charge` })],
  [
    'vehicle insert',
    201,
    () =>
      Promise.resolve({
        ...{ method: 'POST', path: mtr.path('applications'), options: { json: motorBody() } },
        other: { json: motorBody({ payFrequencyInMonths: 6 }) },
      }),
  ],
  [
    'vehicle update',
    200,
    async () => ({
      ...{ method: 'PUT', path: mtr.path(`applications/${(await mtr.insert()).id}`) },
      ...{ options: { json: { payFrequencyInMonths: 3 } }, other: { json: { payFrequencyInMonths: 6 } } },
    }),
  ],
  ['vehicle issuePrepay', 205, () => motorAction('issuePrepay')],
  ['vehicle requestCustomerApproval', 200, () => motorAction('requestCustomerApproval')],
  ['vehicle freeze', 200, () => motorAction('freeze')],
  ['vehicle issueCharge', 205, () => motorAction('issueCharge', { plateNo: 'ΙΖΧ-4901' })],
  ['vehicle requestApproval', 205, () => motorAction('requestApproval', { insuredValue: 72_000 })],
  ['document of docs-api', 201, () => document('docs')],
  ['document of mtr-api', 201, () => document('mtr')],
  ['document change by PUT', 200, () => documentChange('PUT')],
  ['document change by POST', 200, () => documentChange('POST')],
  [
    'party',
    201,
    () => {
      const json = partyBody();
      const path = '/parties-api/resources/parties';
      return Promise.resolve({ method: 'POST', path, options: { json }, other: { json: { ...json, fathersName: 'Νικόλαος' } } });
    },
  ],
  [
    'service request',
    201,
    () => {
      const json = { category: 'MOTOR-CLAIMS', subject: 'Ερώτηση', body: 'Πότε;' };
      const path = '/service-requests-api/resources/srs';
      return Promise.resolve({ method: 'POST', path, options: { json }, other: { json: { ...json, body: 'Πού;' } } });
    },
  ],
  [
    // The last one: it goes on to the day from which the second instalment can be paid.
    'charge of a vehicle policy',
    205,
    async () => {
      const { id } = await mtr.issued({ plateNo: 'ΙΖΧ-4902', payFrequencyInMonths: 3 });
      app.clock.set('2027-02-15T08:00:00Z');
      await agent.renewToken();
      return { method: 'PUT', path: mtr.path(`policies/${id}/issueCharge`) };
    },
  ],
];

describe.each(WRITES)('%s', (_, status, make) => {
  it('is written once and gets the same response every time', async () => {
    const write = await make();
    const key = randomUUID();
    const first = expectStatus(status, await send(agent, write, key));
    const written = await app.fingerprint();
    expectReplay(await send(agent, write, key), first);
    expectReplay(await send(agent, write, key), first);
    if (write.other) expectConflict(await send(agent, { ...write, options: write.other }, key), '-403');
    expect(await app.fingerprint()).toEqual(written);
  });
});
