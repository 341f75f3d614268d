import { getObject, buildChildPath, buildChild, buildObjectsPath, buildAnotherObject } from './fire-children.js';
import type { CallOptions } from './client.js';
import { createPrepaid } from './collection.js';
import * as files from './files.js';
import { expectStatus, type FireAgent, type FireApp } from './fire-app.js';
import type { WriteCall } from './idempotency.js';
import { buildMotorBody, type MotorAgent } from './motor.js';
import { buildPartyBody } from './party-client.js';

export interface WriteContext {
  readonly app: FireApp;
  readonly agent: FireAgent;
  readonly mtr: MotorAgent;
}

/** A write, with another valid body of the same call. */
export interface RepeatableWrite extends WriteCall {
  readonly other?: CallOptions;
}

let plates = 4900;
function createPlate(): string {
  plates += 1;
  return `ΙΖΧ-${plates}`;
}

const buildFireInsert = ({ agent }: WriteContext, changes = {}): RepeatableWrite => ({
  method: 'POST',
  path: agent.path(),
  options: { json: agent.body(changes) },
});

async function buildFireAction({ agent }: WriteContext, action: string, status?: '25' | '01'): Promise<RepeatableWrite> {
  const { id } = await (status === '25' ? agent.insertIn('25') : agent.insert());
  return { method: 'PUT', path: agent.path(`${id}/${action}`) };
}

async function buildMotorAction({ mtr }: WriteContext, action: string, changes = {}): Promise<RepeatableWrite> {
  const { id } = await mtr.insert(changes);
  return { method: 'PUT', path: mtr.path(`applications/${id}/${action}`) };
}

/** Builds the insert of a child of a referred application. */
async function buildChildInsert(
  { agent }: WriteContext,
  list: 'claims_history' | 'co-owners' | 'mortgages_loans',
): Promise<RepeatableWrite> {
  const application = await agent.insertIn('25');
  const key = list === 'co-owners' ? 'co-owners' : list;
  const item = buildChild(agent, list);
  const changed = 'claim_amount' in item ? { ...item, claim_amount: 99 } : { ...item, amount: 1 };
  return {
    method: 'POST',
    path: buildChildPath(agent, application, list),
    options: { json: { [key]: [item] } },
    ...(list === 'claims_history' ? { other: { json: { [key]: [changed] } } } : {}),
  };
}

async function buildUpload({ agent, mtr }: WriteContext, line: 'docs' | 'mtr'): Promise<RepeatableWrite> {
  const { id } = await (line === 'docs' ? agent.insert() : mtr.insert());
  const path =
    line === 'docs'
      ? `${agent.root}/docs-api/policy/applications/${id}/documents?file_name=a.png&mime_type=image/png&category_id=2`
      : mtr.path(`applications/${id}/documents?fileName=a.png&categoryId=4`);
  const headers = { 'Content-Type': 'image/png' };
  const other = Buffer.concat([files.PNG, Buffer.from('more')]);
  return { method: 'POST', path, options: { headers, body: files.PNG }, other: { headers, body: other } };
}

async function buildDocumentChange(writing: WriteContext, method: 'PUT' | 'POST'): Promise<RepeatableWrite> {
  const upload = await buildUpload(writing, 'docs');
  const { id } = expectStatus(201, await writing.agent.client.call('POST', upload.path, upload.options)).json<{ id: number }>();
  const json = { file_name: 'b.png', category_id: 2 };
  return { method, path: upload.path.replace(/\?.*/, `/${id}`), options: { json }, other: { json: { ...json, file_name: 'c.png' } } };
}

/** Every write operation of the services, with the status of its response and a function that builds a new write. */
export const WRITES: readonly [name: string, status: number, make: (writing: WriteContext) => Promise<RepeatableWrite>][] = [
  [
    'fire insert',
    201,
    (writing) => Promise.resolve({ ...buildFireInsert(writing), other: buildFireInsert(writing, { pay_frequency_in_months: 3 }).options }),
  ],
  [
    'fire update',
    200,
    async ({ agent }) => {
      const { id } = await agent.insertIn('25');
      const bodyOf = (months: number): CallOptions => ({
        json: agent.body({ 'objects_insured[0].illegal': '1', pay_frequency_in_months: months }),
      });
      return { method: 'PUT', path: agent.path(id), options: bodyOf(3), other: bodyOf(6) };
    },
  ],
  ['fire calc', 200, (writing) => buildFireAction(writing, 'calc', '25')],
  ['fire edit', 200, (writing) => buildFireAction(writing, 'edit')],
  ['fire request_approval', 205, (writing) => buildFireAction(writing, 'request_approval', '25')],
  ['fire send_for_acceptance', 200, (writing) => buildFireAction(writing, 'send_for_acceptance')],
  ['fire prepay', 205, (writing) => buildFireAction(writing, 'prepay')],
  [
    'fire objects',
    201,
    async ({ agent }) => ({
      method: 'POST',
      path: buildObjectsPath(agent, (await agent.insertIn('25')).id),
      options: { json: { objects_insured: [buildAnotherObject(agent)] } },
      other: { json: { objects_insured: [buildAnotherObject(agent, { square_meters: 77 })] } },
    }),
  ],
  [
    'fire object',
    200,
    async ({ agent }) => {
      const application = await agent.insertIn('25');
      const path = buildObjectsPath(agent, application.id, `/${getObject(application).object_id}`);
      return {
        method: 'PUT',
        path,
        options: { json: { objects_insured: [{ square_meters: 81 }] } },
        other: { json: { objects_insured: [{ square_meters: 82 }] } },
      };
    },
  ],
  ['fire claims', 201, (writing) => buildChildInsert(writing, 'claims_history')],
  ['fire co-owners', 201, (writing) => buildChildInsert(writing, 'co-owners')],
  ['fire loans', 201, (writing) => buildChildInsert(writing, 'mortgages_loans')],
  [
    'charge',
    205,
    async ({ agent }) => ({ method: 'PUT', path: `${agent.root}/collection-api/applications/${(await createPrepaid(agent)).id}/charge` }),
  ],
  [
    'vehicle insert',
    201,
    ({ mtr }) =>
      Promise.resolve({
        method: 'POST',
        path: mtr.path('applications'),
        options: { json: buildMotorBody() },
        other: { json: buildMotorBody({ payFrequencyInMonths: 6 }) },
      }),
  ],
  [
    'vehicle update',
    200,
    async ({ mtr }) => ({
      method: 'PUT',
      path: mtr.path(`applications/${(await mtr.insert()).id}`),
      options: { json: { payFrequencyInMonths: 3 } },
      other: { json: { payFrequencyInMonths: 6 } },
    }),
  ],
  ['vehicle issuePrepay', 205, (writing) => buildMotorAction(writing, 'issuePrepay')],
  ['vehicle requestCustomerApproval', 200, (writing) => buildMotorAction(writing, 'requestCustomerApproval')],
  ['vehicle freeze', 200, (writing) => buildMotorAction(writing, 'freeze')],
  ['vehicle issueCharge', 205, (writing) => buildMotorAction(writing, 'issueCharge', { plateNo: createPlate() })],
  ['vehicle requestApproval', 205, (writing) => buildMotorAction(writing, 'requestApproval', { insuredValue: 72_000 })],
  ['document of docs-api', 201, (writing) => buildUpload(writing, 'docs')],
  ['document of mtr-api', 201, (writing) => buildUpload(writing, 'mtr')],
  ['document change by PUT', 200, (writing) => buildDocumentChange(writing, 'PUT')],
  ['document change by POST', 200, (writing) => buildDocumentChange(writing, 'POST')],
  [
    'party',
    201,
    ({ agent }) => {
      const json = buildPartyBody();
      const path = `${agent.root}/parties-api/resources/parties`;
      return Promise.resolve({ method: 'POST', path, options: { json }, other: { json: { ...json, fathersName: 'Νικόλαος' } } });
    },
  ],
  [
    'service request',
    201,
    ({ agent }) => {
      const json = { category: 'MOTOR-CLAIMS', subject: 'Ερώτηση', body: 'Πότε;' };
      const path = `${agent.root}/service-requests-api/resources/srs`;
      return Promise.resolve({ method: 'POST', path, options: { json }, other: { json: { ...json, body: 'Πού;' } } });
    },
  ],
  [
    // This entry must be the last, because it moves the clock to the day on which the second instalment can be paid.
    'charge of a vehicle policy',
    205,
    async ({ app, agent, mtr }) => {
      const { id } = await mtr.createPolicy({ plateNo: createPlate(), payFrequencyInMonths: 3 });
      app.clock.set('2027-02-15T08:00:00Z');
      await agent.renewToken();
      return { method: 'PUT', path: mtr.path(`policies/${id}/issueCharge`) };
    },
  ],
];
