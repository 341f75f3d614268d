import { randomUUID } from 'node:crypto';
import type { HttpResponse } from '../support/client.js';
import { buildChildPath, buildChild, getObject } from '../support/fire-children.js';
import { expectStatus, FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { buildFullFireBody } from '../support/fire.js';
import { MOTOR_CLIENT, MotorAgent, buildMotorBody, type MotorEntity } from '../support/motor.js';
import { buildPartyBody, PartyClient } from '../support/party-client.js';

let app: FireApp;
let agent: FireAgent;
let mtr: MotorAgent;
let parties: PartyClient;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  mtr = new MotorAgent(agent);
  parties = new PartyClient(agent);
});
afterAll(() => app.stop());

type Message = FireEntity['messages'][number];
const findIgnored = (messages: readonly Message[]): Message[] => messages.filter(({ code }) => code === 'IGNORED');
const listPaths = (messages: readonly Message[]): string[] => findIgnored(messages).map(({ path }) => path);
const getHeader = (response: HttpResponse): string | undefined => response.headers['x-ignored-fields'] as string | undefined;

async function backToEntry({ id, status_code: status }: FireEntity): Promise<void> {
  if (status === '01') expectStatus(200, await agent.act(id, 'edit'));
}

describe('a fire application with unknown fields', () => {
  const TYPOS = {
    startdate: '2026-12-01',
    status_titel: 'x',
    'client.afm_number': '1',
    'insured.consents': [],
    'objects_insured[0].bundelCode': '101',
    'objects_insured[0].insured_values[0].amount': 1,
    'objects_insured[0].__typename': 'x',
  };
  const PLACES = [
    'client.afm_number',
    'insured.consents',
    'objects_insured[0].insured_values[0].amount',
    'objects_insured[0].bundelCode',
    'objects_insured[0].__typename',
    'startdate',
    'status_titel',
  ];

  it('lists them in the messages of that response, and stores nothing of them', async () => {
    const body = { ...agent.body(TYPOS), more: 1 };
    const response = expectStatus(201, await agent.post(body));
    const entity = response.json<FireEntity>();
    expect(listPaths(entity.messages).toSorted()).toEqual([...PLACES, 'more'].toSorted());
    expect(findIgnored(entity.messages)[0]).toMatchObject({ severity: 'info', text: 'Το πεδίο είναι άγνωστο και δεν αποθηκεύτηκε.' });
    expect(getHeader(response)).toBeUndefined();
    const stored = await agent.get(entity.id);
    expect(stored).toEqual({ ...entity, messages: entity.messages.filter(({ code }) => code !== 'IGNORED') });
    expect(JSON.stringify(stored)).not.toContain('afm_number');
  });

  it('lists them again for an update, in the language of the call', async () => {
    const { id } = await agent.insertIn('00');
    const options = { json: agent.body({ colour: 'blue' }), headers: { 'Accept-Language': 'en' } };
    const entity = expectStatus(200, await agent.client.call('PUT', agent.path(id), options)).json<FireEntity>();
    expect(findIgnored(entity.messages)).toEqual([
      { code: 'IGNORED', severity: 'info', path: 'colour', text: 'The field is unknown and was not stored.' },
    ]);
  });

  it('lists at most twenty, of a readable length', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${'y'.repeat(1000)}${index}`, 1]));
    const fire = { fire_application: { ...agent.body().fire_application, ...many } };
    const { messages } = expectStatus(201, await agent.post(fire)).json<FireEntity>();
    expect([findIgnored(messages).length, Math.max(...listPaths(messages).map((path) => path.length))]).toEqual([20, 61]);
  });

  it('lists none of the fields of its own responses, nor other spellings', async () => {
    const full = buildFullFireBody(app.clock.today()).fire_application;
    const { alarm_connections: alarms, ...object } = full.objects_insured[0] as unknown as Record<string, unknown>;
    const sent = { ...full, objects_insured: [{ ...object, alarm_Connections: alarms, kind_of_risk_title: 'x', extra_covers: '005' }] };
    const inserted = expectStatus(201, await agent.post({ fire_application: sent })).json<FireEntity>();
    expect(listPaths(inserted.messages)).toEqual([]);
    await backToEntry(inserted);
    const read = await agent.get(inserted.id);
    const updated = expectStatus(200, await agent.put(read.id, { fire_application: read })).json<FireEntity>();
    expect(listPaths(updated.messages)).toEqual([]);
    await backToEntry(updated);
    const objectPath = agent.path(`${read.id}/objects_insured/${getObject(read, 0).object_id}`);
    const again = expectStatus(200, await agent.client.put(objectPath, { objects_insured: getObject(read, 0) }));
    expect(getHeader(again)).toBeUndefined();
  });

  it('lists the same names for a repeated call', async () => {
    const options = { json: agent.body({ colour: 'blue' }), headers: { 'Idempotency-Key': randomUUID() } };
    const [first, second] = [
      await agent.client.call('POST', agent.path(), options),
      await agent.client.call('POST', agent.path(), options),
    ];
    expect([second.headers['idempotency-replayed'], second.text]).toEqual(['true', first.text]);
    expect(listPaths(second.json<FireEntity>().messages)).toEqual(['colour']);
  });
});

describe('a vehicle application with unknown fields', () => {
  const messages = (entity: MotorEntity): Message[] => entity.applicationMessages;

  it('lists them in applicationMessages', async () => {
    const changes = { bundelCode: 'B2', usageTitle: 'x', 'client.afmNo': '1', drivers: [{ name: 'Α', birthyear: 1990 }] };
    const entity = expectStatus(201, await mtr.post(buildMotorBody(changes))).json<MotorEntity>();
    expect(listPaths(messages(entity)).toSorted()).toEqual(['bundelCode', 'client.afmNo', 'drivers[0].birthyear']);
    expect(listPaths(messages(await mtr.get(entity.id)))).toEqual([]);
  });

  it('lists none of the fields of its own responses', async () => {
    const entity = await mtr.insert({ insured: { ...MOTOR_CLIENT, afm: '090000045', lastName: 'Νικολάου', amka: null } });
    const update = expectStatus(200, await mtr.put(entity.id, await mtr.get(entity.id))).json<MotorEntity>();
    expect(listPaths(messages(update))).toEqual([]);
    const template = expectStatus(200, await mtr.call('GET', 'applications/template')).json<object>();
    expect(listPaths(messages(expectStatus(201, await mtr.post(template)).json<MotorEntity>()))).toEqual([]);
  });

  it('reports a missing bundle as missing', async () => {
    const { statusCode, applicationMessages: said } = await mtr.insert({ bundleCode: null, bundelCode: 'B1' });
    expect(statusCode).toBe('00');
    expect(said.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ['-101', 'error', 'bundleCode'],
      ['IGNORED', 'info', 'bundelCode'],
    ]);
  });
});

describe('a response without messages', () => {
  it('lists unknown fields in a header: child of a fire application, quotes, parties, requests, documents and tokens', async () => {
    const entity = await agent.insertIn('25');
    const claim = { ...(buildChild(agent, 'claims_history') as object), ποσό: 1, 'a,b%': 1, claim_title: 'x' };
    const child = await agent.client.post(buildChildPath(agent, entity, 'claims_history'), { claims_history: [claim] });
    expect([child.status, getHeader(child)]).toEqual([201, 'claims_history[0].%CF%80%CE%BF%CF%83%CF%8C, claims_history[0].a%2Cb%25']);
    expect(getHeader(await mtr.call('POST', 'quotes/prices', { bundelCode: 'B1' }))).toBe('bundelCode');
    const body = buildPartyBody();
    const [address] = body['partyAddresses'] as object[];
    const party = await parties.post({ ...body, partyAddresses: [{ ...address, town: 'x' }], name: 'y' });
    expect([party.status, getHeader(party)]).toEqual([201, 'partyAddresses[0].town, name']);
    const request = { category: 'MOTOR-CLAIMS', subject: 'x', body: 'y', text: 'z' };
    expect(getHeader(await agent.client.post('/service-requests-api/resources/srs', request))).toBe('text');
    expect(String(child.headers['access-control-expose-headers'])).toContain('X-Ignored-Fields');
  });

  it('has no such header where all fields are known, or the call is refused', async () => {
    const id = expectStatus(201, await parties.post(buildPartyBody())).json<{ partyId: number }>().partyId;
    const read = (await agent.client.get(parties.path(id))).json<object>();
    const again = expectStatus(200, await parties.post(read));
    expect(getHeader(again)).toBeUndefined();
    expect(getHeader(await parties.post({ colour: 'blue' }))).toBeUndefined();
  });
});
