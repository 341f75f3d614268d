import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import type { UserCaller } from '../../src/common/caller.js';
import { LANGUAGES } from '../../src/common/language.js';
import type { ApplicationRecord } from '../../src/record/applications/application.js';
import { STATUSES, type Status } from '../../src/record/applications/status.js';
import { rounds, seedOf } from '../support/depth.js';
import { fullFireBody } from '../support/fire.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { MotorAgent } from '../support/motor.js';
import { randomNumbers } from '../support/random.js';
import { StaffCalls } from '../support/staff-calls.js';

// Thousands of answers at full depth.
jest.setTimeout(300_000);

const APPLICATIONS = rounds({ everyday: 200, deep: 10_000 });
const random = randomNumbers(seedOf('SHOWN_SEED', 1));
const ALL_STATUSES = Object.keys(STATUSES) as Status[];

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  fire = (await app.agent()).production;
  motor = new MotorAgent(fire);
});
afterAll(() => app.stop());

/** The path of an application in the service of its line. */
type Place = string;
const firePlace = (id: number): Place => fire.path(id);
const motorPlace = (id: number): Place => motor.path(`applications/${id}`);
const idOf = (place: Place): number => Number(place.split('/').at(-1));

async function shownOf(place: Place): Promise<string | null> {
  const [row] = await app.rows<{ shown: string | null }>('production', 'SELECT shown FROM application WHERE id = $1', [idOf(place)]);
  return row!.shown;
}

async function answersOf(paths: readonly string[]): Promise<string[]> {
  const calls = paths.flatMap((path) =>
    LANGUAGES.map((language) => fire.client.call('GET', path, { headers: { 'Accept-Language': language } })),
  );
  return (await Promise.all(calls)).map((answer) => expectStatus(200, answer).text);
}

/** Does it without the texts that are kept, and puts them back. */
async function withoutTexts<T>(work: () => Promise<T>): Promise<T> {
  const quietly = (change: string): Promise<unknown> =>
    app.rows('production', `ALTER TABLE application DISABLE TRIGGER USER; ${change}; ALTER TABLE application ENABLE TRIGGER USER`);
  await quietly('CREATE TABLE public.kept AS SELECT id, shown_form FROM application; UPDATE application SET shown_form = NULL');
  try {
    return await work();
  } finally {
    await quietly('UPDATE application a SET shown_form = k.shown_form FROM public.kept k WHERE k.id = a.id; DROP TABLE public.kept');
  }
}

/** Of every line, with all fields and with few, priced and not. */
async function insertSome(): Promise<Place[]> {
  const bodies = [fire.body(), fullFireBody(app.clock.today()), fire.body({ 'objects_insured[0].insured_values': [] })];
  const entities = await Promise.all(bodies.map((body) => fire.insert(body)));
  const template = expectStatus(200, await motor.call('GET', 'applications/template')).json<object>();
  const vehicles = [
    await motor.insert(),
    await motor.insert({ bundleCode: null }),
    expectStatus(201, await motor.post(template)).json<{ id: number }>(),
  ];
  return [...entities.map(({ id }) => firePlace(id)), ...vehicles.map(({ id }) => motorPlace(id))];
}

const TEXTS = ['', 'a', 'Ωμέγα "ά"', '\\u0001', '\u0001', '\u0002x\u0001', '\ud800', '😀\u2028', '\u007f\u0000', '</script>', '1'];

const FIGURE = /^\d+(\.\d+)?$/;

function oneOf<T>(items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** The same shape with other texts and numbers here and there, and some optional things gone. */
function varied(value: unknown): unknown {
  if (typeof value === 'string' && FIGURE.test(value)) return random() < 0.1 ? oneOf(['0.00', '12.30', '99999999.99', '0.5']) : value;
  if (typeof value === 'string') return random() < 0.03 ? oneOf(TEXTS) : random() < 0.1 ? value + value : value;
  if (typeof value === 'number') return random() < 0.1 ? oneOf([0, -0, 1.1, 1e21, 150_000.55]) : value;
  if (Array.isArray(value))
    return value.flatMap((item) => (random() < 0.1 ? [] : random() < 0.1 ? [varied(item), varied(item)] : [varied(item)]));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, varied(item)]));
}

function variedRecord(record: ApplicationRecord): ApplicationRecord {
  const { questionnaire, messages, price, enfiaEligible, ...head } = record;
  const receipt = {
    receiptNo: 'R1',
    instalmentNo: 2,
    issueDate: '2026-12-01',
    periodFrom: '2026-12-01',
    periodTo: '2027-06-01',
    gross: '10.50',
  };
  const said = [
    {
      code: 'M"1',
      severity: oneOf(['warning', 'referral', 'error'] as const),
      path: 'application',
      text: { el: oneOf(TEXTS.slice(0, 3)), en: 'x"' },
    },
  ];
  return {
    ...head,
    ...{ status: oneOf(ALL_STATUSES), policyNo: oneOf([null, 'P260000001']), issueDate: oneOf([null, '2026-12-01']), version: 7 },
    ...{
      lastReceipt: oneOf([null, receipt]),
      renewalOf: oneOf([null, 3]),
      renewedBy: oneOf([null, 4]),
      policyDocumentId: oneOf([null, 5]),
    },
    ...{ acceptedAt: oneOf([null, record.createdAt]), enfiaEligible: enfiaEligible.map(() => random() < 0.5) },
    questionnaire: varied(questionnaire),
    price:
      random() < 0.1
        ? null
        : price && {
            ...(varied({ ...price, tariffCode: null }) as object),
            tariffCode: price.tariffCode,
            tariffVersion: price.tariffVersion,
          },
    messages: random() < 0.5 ? messages : [...messages, ...said],
  } as ApplicationRecord;
}

it(`joins ${APPLICATIONS} answers of applications in every state, line and language as they would be worked out`, async () => {
  const { applications, shownAnswers } = app.running.parts;
  const originals = await Promise.all(
    (await insertSome()).map((place) => applications.getAnyApplication('production', String(idOf(place)))),
  );
  const occasion = { environment: 'production', at: app.clock.now() } as const;
  let kept = 0;
  for (let count = 0; count < APPLICATIONS; count += 1) {
    const record = variedRecord(oneOf(originals));
    const json = [record.questionnaire, record.price, record.messages].map((part) => JSON.stringify(part));
    const { shown } = shownAnswers.keep(record, occasion, json);
    if (shown === null) continue;
    kept += 1;
    const [questionnaire, price, messages] = json.map((text) => JSON.parse(text) as never);
    const stored = { ...record, questionnaire, price, messages } as unknown as ApplicationRecord;
    for (const language of LANGUAGES) {
      const user = { id: 1, name: 'user "1"', agentCode: 'A100', readableAgents: [] };
      const caller = { ...occasion, language, user, root: 'https://gateway.example' } as unknown as UserCaller;
      const whole = JSON.stringify(shownAnswers.answer({ ...stored, shown: null }, caller));
      expect(shownAnswers.answer({ ...stored, shown: Buffer.from(shown).toString() }, caller)).toBe(whole);
    }
  }
  expect(kept).toBeGreaterThan(APPLICATIONS / 4);
});

it('sends what is kept, byte for byte what is worked out without it, through every step of both lines', async () => {
  const places = await insertSome();
  const underwriter = await StaffCalls.open(app.running, 'underwriter');
  const [first, referred, , vehicle] = places.map(idOf) as [number, number, number, number];
  const kept: Record<string, boolean> = {};
  const compare = async (step: string): Promise<void> => {
    const lists = [`${fire.path()}?limit=50`, motor.path('applications?limit=50'), motor.path('policies?limit=50')];
    const paths = [...places, ...lists];
    const sent = await answersOf(paths);
    expect(await withoutTexts(() => answersOf(paths))).toEqual(sent);
    kept[step] = (await Promise.all([first, vehicle].map((id) => shownOf(firePlace(id))))).every((text) => text !== null);
  };
  await compare('insert');
  expectStatus(205, await fire.act(referred, 'request_approval'));
  expectStatus(200, await underwriter.decide(referred, 'approve_with_terms', { terms: { loadingPercent: 50, note: '"<ά>"' } }));
  expectStatus(200, await motor.act(vehicle, 'freeze'));
  await compare('terms');
  expectStatus(200, await fire.act(first, 'edit'));
  await fire.update(first, { client: { city: 'Πάτρα "1"' }, insured: {} });
  await compare('update');
  for (const action of ['prepay', 'charge']) expect((await fire.act(first, action)).status).toBeLessThan(300);
  expectStatus(205, await motor.act(vehicle, 'issueCharge'));
  await compare('policy');
  expect(kept).toEqual({ insert: true, terms: true, update: true, policy: true });
});

/** The names of a kept text's fields, in their order and places; of a list those of its first item. What a slot holds does not count. */
function shapeOf(shown: string): string {
  const closed = shown.replace(/([{,])\u0001(\d+)\u0001/g, '$1"live $2":0').replace(/\u0001[^\u0001]*\u0001/g, '0');
  const names = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1).map(names);
    if (typeof value !== 'object' || value === null) return 0;
    return Object.entries(value).map(([name, item]) => [name, names(item)]);
  };
  return createHash('sha256')
    .update(JSON.stringify(names(JSON.parse(closed))))
    .digest('hex')
    .slice(0, 12);
}

it('has another form as soon as a kept text has other fields: raise `form` of the line with the digest here', async () => {
  const [fireText, motorText] = await Promise.all([fire.insert(), motor.insert()].map(async (made) => shownOf(firePlace((await made).id))));
  const { shownAnswers } = app.running.parts;
  expect({
    fire: [shownAnswers.formOf('fire'), shapeOf(fireText!)],
    motor: [shownAnswers.formOf('motor'), shapeOf(motorText!)],
  }).toEqual({ fire: [2, 'adfce44a9c70'], motor: [1, '6fe40867393c'] });
});

it('keeps no text with slots of the caller, none in a former state, and none that a writer leaves as it was', async () => {
  const { id } = await fire.insert();
  const place = firePlace(id);
  expect(await shownOf(place)).toContain('Παπαδ');
  expectStatus(205, await fire.act(id, 'prepay'));
  const [former] = await app.rows<{ state: Record<string, unknown> }>(
    'production',
    'SELECT state FROM application_version WHERE application_id = $1',
    [id],
  );
  expect(former!.state).toMatchObject({ shown: null, shown_version: null });
  const [before] = await answersOf([place]);
  await app.rows('production', 'UPDATE application SET version = version + 1 WHERE id = $1', [id]);
  expect(await shownOf(place)).toBeNull();
  expect((await answersOf([place]))[0]).toBe(before!.replace('"version":2', '"version":3'));

  const strange = await fire.insert(fire.body({ 'client.comments': undefined, 'client.city': 'a\\u0001b' }));
  expect(await shownOf(firePlace(strange.id))).toBeNull();
  expect(strange.client.city).toBe('a\\u0001b');
});

it('writes again what is returned after an erasure of the person', async () => {
  const afm = '022222222';
  const { id } = await fire.insert(
    fire.body({ 'client.afm': afm, 'client.last_name': 'Σβησμένος', 'insured.last_name': 'Σβησμένος', 'insured.afm': afm }),
  );
  expectStatus(204, await fire.act(id, 'DELETE'));
  const admin = await StaffCalls.open(app.running, 'admin');
  expectStatus(200, await admin.erase(await app.partyOf('production', afm)));
  await app.untilErased();
  expect(await shownOf(firePlace(id))).toBeNull();
  const [answer] = await answersOf([firePlace(id)]);
  expect(answer).not.toContain('Σβησμένος');
});
