import { Status, STATUSES } from '../../src/record/core/applications/status.js';
import { readSeed, createRandom } from '../support/depth.js';
import { expectStatus, listViolations, FireApp } from '../support/fire-app.js';
import { StaffClient } from '../support/staff-client.js';

const COUNT = 160;
const ALL = Object.values(Status);
/** Statuses that wait for the underwriter, the customer or the payment. */
const WAITING: readonly string[] = ['30', '11', '12', '39', '45'];

const random = createRandom(readSeed('QUEUES_SEED', 20261123));
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);

/** A row of the table with its assignee. */
interface Row {
  readonly id: number;
  readonly line: string;
  readonly application_no: string;
  readonly policy_no: string | null;
  readonly status: string;
  readonly agent_code: string;
  readonly client_name: string;
  readonly client_afm: string;
  readonly plate_no: string | null;
  readonly start_date: string;
  readonly end_date: string;
  readonly gross: number | null;
  readonly codes: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly user_id: number | null;
}

interface Item {
  readonly id: number;
  readonly line: string;
  readonly lineTitle: string;
  readonly statusTitle: string;
  readonly status: string;
  readonly agentName: string;
  readonly insured: string | null;
  readonly waitingSince: string | null;
  readonly reasons: readonly { readonly code: string; readonly text: string }[];
  readonly assignee: { readonly id: number; readonly name: string } | null;
}

interface Page {
  readonly items: readonly Item[];
  readonly total: number;
}

let app: FireApp;
let underwriter: StaffClient;
let other: StaffClient;
let rows: readonly Row[];

beforeAll(async () => {
  app = await FireApp.start();
  const { production: agent } = await app.createAgent({ code: 'A100', name: 'Πρακτορείο Α' });
  await app.createAgent({ code: 'A200', name: 'Πρακτορείο Β' });
  underwriter = await StaffClient.open(app.running, 'underwriter');
  other = await StaffClient.open(app.running, 'issuing');
  const { id } = await agent.insert();
  for (let n = 1; n <= COUNT; n += 1) await copy(id, n);
  rows = await read();
});
afterAll(() => app.stop());

/** Copies the application with random values of the filtered fields. */
async function copy(id: number, n: number): Promise<void> {
  const status = oneOf(ALL);
  const isPriced = status !== '00' && !(['31', '02'].includes(status) && random() < 0.5);
  const start = Math.floor(random() * 60);
  const line = oneOf(['fire', 'motor']);
  const messages = ['R1', 'R2', 'R3']
    .filter(() => random() < 0.4)
    .map((code, place) => getMessage(code, place === 0 ? 'referral' : oneOf(['referral', 'warning'])));
  const own: Record<string, unknown> = {
    id: 1_000 + n,
    line,
    status,
    application_no: `${line === 'fire' ? 'F' : 'M'}26${String(100 + n).padStart(7, '0')}`,
    policy_no: STATUSES[status].stage === 'policy' || status === '45' ? `P26${String(n * 13).padStart(7, '0')}` : null,

    agent_code: oneOf(['A100', 'A200']),
    client_name: oneOf(['Ξένος Άρης', 'Ρήγα Μαρία', 'Άρης Ρήγας']),
    client_afm: oneOf(['123456783', '094019245']),
    plate_no: line === 'motor' ? oneOf(['IZX4821', 'YYA1234']) : null,
    start_date: day(start),
    end_date: day(start + oneOf([90, 180, 365])),
    issue_date: day(start),
    messages: JSON.stringify(messages),
    ...(isPriced ? { gross: oneOf([100, 100.5, 250, 3_000]) } : { price: null, gross: null, tariff_version: null }),

    pay_by: day(300),
    accept_by: day(300),
    created_at: `${day(Math.floor(random() * 30))}T10:00:00Z`,
    updated_at: `${day(30 + Math.floor(random() * 30))}T10:00:00Z`,
  };
  const names = (
    await app.query<{ name: string }>(
      'production',
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'application'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    )
  ).map(({ name }) => name);
  const given = Object.keys(own);
  const columns = names.map((name) => (given.includes(name) ? `$${given.indexOf(name) + 2}` : `a.${name}`));
  await app.query(
    'production',
    `INSERT INTO application (${names.join(', ')}) SELECT ${columns.join(', ')} FROM application a WHERE id = $1`,
    [id, ...Object.values(own)],
  );
  const userId = oneOf([underwriter.userId, other.userId, null, null]);
  if (userId !== null)
    await app.query(
      'production',
      `INSERT INTO application_assignee (application_id, user_id, assigned_by, assigned_at) VALUES ($1, $2, $2, now())`,
      [1_000 + n, userId],
    );
}

function getMessage(code: string, severity: string): object {
  return { code, severity, path: 'objects_insured[0]', text: { el: `Λόγος ${code}`, en: `Reason ${code}` } };
}

const read = (): Promise<Row[]> =>
  app.query<Row>(
    'production',
    `SELECT id::int, line, application_no, policy_no, status, agent_code, client_name, client_afm, plate_no, start_date::text, end_date::text, gross::float8,
       ARRAY(SELECT m->>'code' FROM jsonb_array_elements(messages) AS m WHERE m->>'severity' = 'referral') AS codes,
       to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS created_at, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS updated_at,
       (SELECT user_id FROM application_assignee s WHERE s.application_id = a.id) AS user_id
     FROM application a`,
  );

type Filter = readonly [query: () => string, holds: (row: Row) => boolean];

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
const isIn = (values: readonly string[], value: string): boolean => values.includes(value);

/** Filters and their conditions on a row. Times are close to noon in Athens, so that the date tells them apart. */
const FILTERS: Readonly<Record<string, Filter>> = {
  status: [() => 'status=30,11', ({ status }) => isIn(['30', '11'], status)],
  'other statuses': [() => 'status=50, 55,31,00', ({ status }) => isIn(['50', '55', '31', '00'], status)],
  line: [() => 'line=motor', ({ line }) => line === 'motor'],
  agent: [() => 'agent=A200', ({ agent_code }) => agent_code === 'A200'],
  plate: [() => 'plateNo=ΙΖΧ 4821', ({ plate_no }) => plate_no === 'IZX4821'],
  number: [() => 'number=p26000', ({ application_no, policy_no }) => `${application_no} ${policy_no}`.includes('P26000')],
  applicationNo: [() => 'applicationNo=f26', ({ application_no }) => application_no.startsWith('F26')],
  policyNo: [() => 'policyNo=P260000', ({ policy_no }) => policy_no?.startsWith('P260000') ?? false],
  client: [() => 'afm=094019245', ({ client_afm }) => client_afm === '094019245'],
  name: [() => 'name=ΡΗΓΑ', ({ client_name }) => fold(client_name).includes('ρηγα')],
  from: [() => `from=${day(10)}`, ({ created_at }) => created_at >= day(10)],
  to: [() => `to=${day(20)}`, ({ created_at }) => created_at < day(20)],
  startFrom: [() => `startFrom=${day(15)}`, ({ start_date }) => start_date >= day(15)],
  startTo: [() => `startTo=${day(40)}`, ({ start_date }) => start_date <= day(40)],
  endFrom: [() => `endFrom=${day(150)}`, ({ end_date }) => end_date >= day(150)],
  endTo: [() => `endTo=${day(380)}`, ({ end_date }) => end_date <= day(380)],
  premiumFrom: [() => 'premiumFrom=100.5', ({ gross }) => gross !== null && gross >= 100.5],
  premiumTo: [() => 'premiumTo=250', ({ gross }) => gross !== null && gross <= 250],
  waitingSinceFrom: [() => `waitingSinceFrom=${day(40)}`, ({ status, updated_at }) => isIn(WAITING, status) && updated_at >= day(40)],
  waitingSinceTo: [() => `waitingSinceTo=${day(50)}`, ({ status, updated_at }) => isIn(WAITING, status) && updated_at < day(50)],
  reason: [() => 'reason=R2', ({ status, codes }) => isIn(['30', '11'], status) && codes.includes('R2')],
  'assignee me': [() => 'assignee=me', ({ user_id }) => user_id === underwriter.userId],
  'another assignee': [() => `assignee=${other.userId}`, ({ user_id }) => user_id === other.userId],
  'no assignee': [() => 'assignee=none', ({ user_id }) => user_id === null],
};
const NAMES = Object.keys(FILTERS);
const listNames = (name: string): string => FILTERS[name]![0]().split('=')[0]!;

const get = async (query: string): Promise<Page> =>
  expectStatus(200, await underwriter.get(`applications?${encodeURI(query)}`)).json<Page>();
const listIds = ({ items }: Page): number[] => items.map(({ id }) => id);

/** Returns the ids of the rows sorted by keys; text is compared by code points. */
function sorted(some: readonly Row[], ...keys: readonly ((row: Row) => string | number)[]): number[] {
  const compare = (one: Row, two: Row): number => {
    const key = keys.find((of) => of(one) !== of(two));
    return key === undefined ? 0 : key(one) < key(two) ? -1 : 1;
  };
  return some.toSorted(compare).map(({ id }) => id);
}

const newest = (some: readonly Row[]): number[] => sorted(some, ({ id }) => -id);
/** Returns the ids in the default order. */
function ordered(some: readonly Row[], names: readonly string[]): number[] {
  const isBy = (...of: readonly string[]): boolean => names.some((name) => of.includes(listNames(name)));
  if (isBy('reason', 'waitingSinceFrom', 'waitingSinceTo') || names.includes('status')) return listQueued(some);
  if (isBy('startFrom', 'startTo'))
    return sorted(
      some,
      ({ start_date }) => start_date,
      ({ id }) => id,
    );
  if (isBy('endFrom', 'endTo'))
    return sorted(
      some,
      ({ end_date }) => end_date,
      ({ id }) => id,
    );
  if (isBy('premiumFrom', 'premiumTo'))
    return sorted(
      some,
      ({ gross }) => gross ?? -1,
      ({ id }) => id,
    );
  if (isBy('from', 'to'))
    return sorted(
      some,
      ({ created_at }) => created_at,
      ({ id }) => id,
    ).toReversed();
  return newest(some);
}

const listQueued = (some: readonly Row[]): number[] =>
  sorted(
    some,
    ({ updated_at }) => updated_at,
    ({ id }) => id,
  );

async function expectFound(names: readonly string[]): Promise<void> {
  const expected = rows.filter((row) => names.every((name) => FILTERS[name]![1](row)));
  const page = await get(`${names.map((name) => FILTERS[name]![0]()).join('&')}&limit=500`);
  expect([names, page.total, listIds(page)]).toEqual([names, expected.length, ordered(expected, names)]);
}

describe('the filters of the list of applications', () => {
  it.each(NAMES)('%s finds exactly the matching applications, neither none nor all', async (name) => {
    const found = rows.filter(FILTERS[name]![1]);
    expect([found.length > 0, found.length < rows.length]).toEqual([true, true]);
    await expectFound([name]);
  });

  it.each(NAMES)('%s combines with each other filter', async (name) => {
    for (const second of NAMES.slice(NAMES.indexOf(name) + 1)) if (listNames(name) !== listNames(second)) await expectFound([name, second]);
  });

  it('find nothing when together they exclude every status', async () => {
    expect(await get('status=50&reason=R1')).toMatchObject({ items: [], total: 0 });
    expect(await get('status=60&waitingSinceFrom=2020-01-01')).toMatchObject({ items: [], total: 0 });
  });
});

describe('the sort orders of the list of applications', () => {
  const KEYS: Readonly<Record<string, readonly ((row: Row) => string | number)[]>> = {
    waitingSince: [({ updated_at }) => updated_at, ({ id }) => id],
    startDate: [({ start_date }) => start_date, ({ id }) => id],
    endDate: [({ end_date }) => end_date, ({ id }) => id],
    premium: [({ gross }) => gross ?? -1, ({ id }) => id],
    applicationNo: [({ application_no }) => application_no, ({ id }) => id],
    agent: [({ agent_code }) => agent_code, ({ line }) => line, ({ id }) => -id],
    client: [({ client_name }) => fold(client_name), ({ id }) => id],
  };

  it.each(Object.keys(KEYS).flatMap((key) => [key, `-${key}`]))(
    '%s sorts the list, also in pages without gaps or duplicates',
    async (sort) => {
      const isTurned = sort.startsWith('-');
      const of = (some: readonly Row[]): number[] => {
        const ids = sorted(some, ...KEYS[sort.replace('-', '')]!);
        return isTurned ? ids.toReversed() : ids;
      };
      const queue = rows.filter(({ status }) => isIn(WAITING, status));
      expect(listIds(await get(`status=30,11,12,39,45&sort=${sort}&limit=500`))).toEqual(of(queue));
      if (sort.endsWith('client') || sort.endsWith('waitingSince')) return;
      const ids: number[] = [];
      for (let start = 1; start <= rows.length; start += 37) ids.push(...listIds(await get(`sort=${sort}&start=${start}&limit=37`)));
      expect(ids).toEqual(of(rows));
      expect(listIds(await get(`agent=A100&sort=${sort}&limit=500`))).toEqual(of(rows.filter(({ agent_code }) => agent_code === 'A100')));
    },
  );
});

describe('a row of the list of applications', () => {
  it('contains titles in the caller’s language', async () => {
    const referred = rows.find(({ status, codes }) => status === '30' && codes.length > 0)!;
    for (const [language, line, title, reason] of [
      ['el', 'Πυρός', 'Προς έγκριση στην Ανάληψη Κινδύνων', 'Λόγος'],
      ['en', 'Fire', 'With underwriting', 'Reason'],
    ] as const) {
      const response = await underwriter.get(`applications?number=${referred.application_no}`, {
        headers: { 'Accept-Language': language },
      });
      const [item] = expectStatus(200, response).json<Page>().items;
      expect(item).toMatchObject({
        statusTitle: title,
        lineTitle: referred.line === 'fire' ? line : (expect.any(String) as string),
        agentName: referred.agent_code === 'A100' ? 'Πρακτορείο Α' : 'Πρακτορείο Β',
        waitingSince: `${referred.updated_at}T12:00:00`,
        reasons: referred.codes.map((code) => ({ code, text: `${reason} ${code}` })),
        gross: referred.gross,
        endDate: referred.end_date,
      });
    }
  });

  it('contains plate or address, a waiting time only before there is a policy, and the assignee', async () => {
    const { items } = await get('limit=500');
    for (const { id, insured, waitingSince, assignee } of items) {
      const row = rows.find((one) => one.id === id)!;
      expect(insured).toBe(row.plate_no ?? 'Λεωφόρος Κηφισίας 100 11527 Αθήνα');
      expect(waitingSince !== null).toBe(isIn(WAITING, row.status));
      expect(assignee?.id ?? null).toBe(row.user_id);
    }
  });
});

it.each([
  ['sort=bogus', 'sort', '-105'],
  ['sort=client', 'sort', '-105'],
  ['sort=waitingSince&status=01', 'sort', '-105'],
  ['sort=-client&status=30,50', 'sort', '-105'],
  ['assignee=somebody', 'assignee', '-105'],
  ['assignee=0', 'assignee', '-105'],
  ['premiumFrom=x', 'premiumFrom', '-105'],
  ['premiumTo=-1', 'premiumTo', '-105'],
  ['startFrom=31-12-2026', 'startFrom', '-105'],
  ['endTo=2026-13-01', 'endTo', '-105'],
  ['waitingSinceFrom=yesterday', 'waitingSinceFrom', '-105'],
  ['line=air', 'line', '-105'],
  ['status=30,xx', 'status', '-105'],
  ['assigneeId=1', 'assigneeId', '-102'],
])('the query %s is refused at its parameter', async (query, path, code) => {
  const response = await underwriter.get(`applications?${query}`);
  expect([response.status, listViolations(response)]).toEqual([400, [[path, code]]]);
});

it('the list of applications contains only its own environment', async () => {
  const sandbox = await StaffClient.open(app.running, 'underwriter', '/dev');
  expect(expectStatus(200, await sandbox.get('applications?limit=500')).json<Page>()).toMatchObject({ items: [], total: 0 });
});
