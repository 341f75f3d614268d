import { jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { ENVIRONMENTS } from '../../src/common/environment.js';
import { SERVICE_NAMES } from '../../src/identity/service-name.js';
import type { HttpResponse } from '../support/client.js';
import { charge, CHARGE_TIME, createPolicy, QUARTERLY } from '../support/collection.js';
import { getRounds, readSeed, createRandom } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { createAfm } from '../support/party-client.js';
import { PAYOUT_IBAN } from '../support/payout-client.js';
import { RandomBusiness } from '../support/random-business.js';
import { expectRefused, expectViolations } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

jest.setTimeout(240_000);

type Row = Readonly<Record<string, string | number | null>>;

const JSON_LINES = { headers: { Accept: 'application/x-ndjson' } };
const AFM = createAfm();
const YEAR = 'from=2026-06-01&to=2027-06-01';
const NEXT_YEAR = 'from=2027-06-01&to=2028-06-01';
const ATAK = '01234567890';
const NAMES = ['production', 'receipts', 'commissions', 'renewals', 'referrals'] as const;

let app: FireApp;
let agents: readonly FireAgent[];
/** Agent whose only policy is renewed, because the random business may not renew one. */
let keeper: FireAgent;
let issuing: LocalCollectionClient;
let staff: { underwriter: StaffClient; issuing: StaffClient; admin: StaffClient };

async function moveTo(instant: string): Promise<void> {
  app.clock.set(instant);
  for (const agent of [...agents, keeper]) await issuing.moveTo(instant, agent);
  for (const one of Object.values(staff)) await one.renewSession();
}

beforeAll(async () => {
  app = await FireApp.start();
  agents = [
    (await app.createAgent({ type: 'broker', commissionType: 'BROKER' })).production,
    (await app.createAgent({ code: 'B200', type: 'broker' })).production,
  ];
  keeper = (await app.createAgent({ code: 'B300', type: 'broker' })).production;
  issuing = await LocalCollectionClient.open(app);
  staff = {
    underwriter: await StaffClient.open(app.running, 'underwriter'),
    issuing: await StaffClient.open(app.running, 'issuing'),
    admin: await StaffClient.open(app.running, 'admin'),
  };
  expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
  await moveTo(CHARGE_TIME);
  const changes = { commission_code: agents[0]!.access.agentCode, 'objects_insured[0].atak': ATAK };
  const random = createRandom(readSeed('REPORTS_SEED', 57));
  const kept = await createPolicy(keeper);
  // Starts with a policy of the first agent, followed by random business.
  await new RandomBusiness({ app, agents, issuing, staff, moveTo, changes }).run({
    random,
    steps: getRounds({ everyday: 6, deep: 40 }),
    after: async () => void (await charge(keeper, kept.id)),
  });
  // Adds what the random business may not contain: instalments, and a policy of the other agent.
  await createPolicy(agents[1]!);
  const { id } = await createPolicy(agents[0]!, { ...QUARTERLY, ...changes });
  await moveTo('2028-03-20T08:00:00Z');
  expectStatus(205, await charge(agents[0]!, id));
  const decided = await agents[0]!.insert(
    agents[0]!.body({ 'objects_insured[0].illegal': '1', 'client.afm': AFM, 'client.last_name': '=1+1' }),
  );
  expectStatus(205, await agents[0]!.act(decided.id, 'request_approval'));
  expectStatus(200, await staff.underwriter.decide(decided.id, 'approve_with_terms', { terms: { loadingPercent: 10, note: 'Έλεγχος' } }));
});
afterAll(() => app.stop());

const toRows = (response: HttpResponse): Row[] =>
  expectStatus(200, response)
    .text.split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
const own = async (agent: FireAgent, path: string): Promise<Row[]> =>
  toRows(await agent.client.get(`${agent.root}/reports-api/resources/${path}`, JSON_LINES));
const read = async (path: string, by: StaffClient = staff.issuing): Promise<Row[]> => toRows(await by.get(`reports/${path}`, JSON_LINES));
const ofBoth = async (read: (query: string) => Promise<Row[]>): Promise<Row[]> => [...(await read(YEAR)), ...(await read(NEXT_YEAR))];
const cents = (value: unknown): number => Math.round(Number(value) * 100);
const total = (rows: readonly Row[], ...fields: string[]): number[] =>
  fields.map((field) => rows.reduce((sum, row) => sum + cents(row[field]), 0));

/** Returns what paid receipts add to all accounts of a kind in cents; credits are positive. */
async function sumUp(kind: string, where = 'true'): Promise<number> {
  const [row] = await app.query<{ sum: string }>(
    'production',
    `SELECT -coalesce(sum(e.amount), 0) AS sum FROM ledger_entry e JOIN account c ON c.id = e.account_id JOIN ledger_transaction t ON t.id = e.transaction_id
       LEFT JOIN application a ON a.id = t.application_id JOIN receipt r ON r.receipt_no = t.receipt_no AND r.status = 'PAID' WHERE c.kind = $1 AND ${where}`,
    [kind],
  );
  return cents(row?.sum);
}
const inBooks = (where?: string): Promise<number[]> =>
  Promise.all(['PREMIUM_INCOME', 'FEE_INCOME', 'TAX_PAYABLE', 'LEVY_PAYABLE'].map((kind) => sumUp(kind, where)));
const count = async (from: string) => Number((await app.query('production', `SELECT count(*) FROM ${from}`))[0]?.['count']);
const ofAgent = (agent: FireAgent): string => `a.agent_code = '${agent.access.agentCode}'`;
const PARTS = ['net', 'fee', 'tax', 'levy'];

/** Parses a CSV cell as in JSON: amounts without trailing zeros, texts without the mark against formulas. */
function plain(cell: string): string {
  return /^-?\d+\.\d+$/.test(cell) ? String(Number(cell)) : cell.replace(/^'(?=[=+@-])/, '');
}

describe('the reports after a random year', () => {
  it('contain the receipts that the ledger booked', async () => {
    const rows = await ofBoth((query) => read(`receipts?${query}`));
    expect(rows.length).toBe(await count(`ledger_transaction WHERE receipt_no IS NOT NULL AND kind IN ('CHARGE', 'PAYMENT', 'REFUND')`));
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['NEW', 'INSTALMENT', 'RENEWAL', 'REFUND']));
    expect(total(rows, ...PARTS)).toEqual(await inBooks());
    expect(total(rows, 'gross')[0]).toBe(total(rows, ...PARTS).reduce((sum, part) => sum + part, 0));
    for (const agent of agents)
      expect(total(await ofBoth((query) => own(agent, `receipts?${query}`)), ...PARTS)).toEqual(await inBooks(ofAgent(agent)));
  });

  it('contain the production that the ledger booked, with what remains to be paid', async () => {
    const rows = await ofBoth((query) => read(`production?${query}`));
    expect(new Set(rows.map(({ movement }) => movement))).toEqual(new Set(['ISSUED', 'RENEWED', 'CANCELLED']));
    const bookedAndPending = async (where?: string): Promise<number[]> => {
      const sums = PARTS.map((part) => `coalesce(sum(r.${part}), 0) AS ${part}`).join(', ');
      const [pending] = await app.query<Record<string, string>>(
        'production',
        `SELECT ${sums} FROM receipt r JOIN application a ON a.id = r.application_id WHERE r.status = 'PENDING' AND ${where ?? 'true'}`,
      );
      const books = await inBooks(where);
      return PARTS.map((part, at) => books[at]! + cents(pending?.[part]));
    };
    expect(await bookedAndPending()).not.toEqual(await inBooks());
    expect(total(rows, ...PARTS)).toEqual(await bookedAndPending());
    for (const agent of agents)
      expect(total(await ofBoth((query) => own(agent, `production?${query}`)), ...PARTS)).toEqual(await bookedAndPending(ofAgent(agent)));
    const fire = await read(`production?${YEAR}&line=fire`);
    const motor = await read(`production?${YEAR}&line=motor`);
    expect(motor.length).toBeGreaterThan(0);
    expect(fire.length + motor.length).toBe((await read(`production?${YEAR}`)).length);
  });

  it('contain the production in the order of time, and of applications at one moment', async () => {
    for (const part of ['', '&line=fire', `&agent=${agents[0]!.access.agentCode}`]) {
      const keys = (await read(`production?${YEAR}${part}`)).map((row) => [String(row['movedAt']), Number(row['applicationId'])] as const);
      expect(new Set(keys.map(([moment]) => moment)).size).toBeGreaterThan(1);
      expect(keys).toEqual(keys.toSorted(([one, first], [other, second]) => one.localeCompare(other) || first - second));
    }
  });

  it('contain as commissions the net premium and the agent of every booked receipt', async () => {
    const rows = await ofBoth((query) => read(`commissions?${query}`));
    expect(rows.length).toBeGreaterThan(0);
    expect(total(rows, 'base')).toEqual([await sumUp('PREMIUM_INCOME')]);
    const [earned] = await app.query<{ sum: string }>('production', 'SELECT coalesce(sum(amount), 0) AS sum FROM commission');
    expect(total(rows, 'commission')).toEqual([cents(earned?.sum)]);
    expect(new Set(rows.map(({ commissionCode }) => commissionCode))).toContain(agents[0]!.access.agentCode);
  });

  it('contain as renewals the policies that end and are not renewed', async () => {
    const rows = [...(await read(`renewals?${NEXT_YEAR}`)), ...(await read('renewals?from=2028-06-01&to=2029-06-01'))];
    const due = `application a WHERE status IN ('50', '55') AND end_date >= '2027-06-01'
      AND NOT EXISTS (SELECT FROM application n WHERE n.id = a.renewed_by AND n.status IN ('50', '55', '60', '65'))`;
    expect(rows.length).toBe(await count(due));
    expect(rows.length).toBeGreaterThan(0);
    const receipts = `SELECT coalesce(sum(r.gross), 0) AS sum FROM receipt r JOIN (SELECT * FROM ${due}) a ON a.id = r.application_id WHERE r.kind <> 'REFUND'`;
    const [issuedFor] = await app.query<{ sum: string }>('production', receipts);
    expect(total(rows, 'gross')[0]).toBe(cents(issuedFor?.sum));
  });

  it('contain the waiting and the decided referrals', async () => {
    const rows = await ofBoth((query) => read(`referrals?${query}`, staff.underwriter));
    const waiting = await count(`application WHERE status IN ('30', '11')`);
    const decided = rows.filter(({ decidedAt }) => decidedAt !== null);
    // Referrals that wait at the end of both years are in both reports.
    expect(decided.length).toBe(await count(`status_transition WHERE actor = 'underwriter'`));
    expect(new Set(rows.filter(({ decidedAt }) => decidedAt === null).map(({ applicationId }) => applicationId)).size).toBe(waiting);
    const approved = decided.findLast(({ outcome }) => outcome === 'approve_with_terms');
    expect(approved).toMatchObject({ loadingPercent: '10', note: 'Έλεγχος', reasons: expect.stringContaining('F25') as string });
    expect(approved?.['waitingSince']).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/));
    expect(decided.every(({ decidedBy, outcome }) => decidedBy !== null && outcome !== null)).toBe(true);
  });

  it('contain each property that reduces the tax of a year, and say what is not held', async () => {
    const rows = await read('enfia?year=2027');
    expect(rows.length).toBeGreaterThan(1);
    const overlapping = `application a CROSS JOIN LATERAL unnest(a.enfia_eligible) WITH ORDINALITY AS o(counts, place)
      LEFT JOIN cancellation c ON c.application_id = a.id
      WHERE o.counts AND a.line = 'fire' AND a.policy_no IS NOT NULL AND a.issue_date IS NOT NULL AND a.start_date < '2028-01-01'
        AND least(a.end_date, coalesce(c.cover_ends, a.end_date)) > greatest(a.start_date, date '2027-01-01')`;
    expect(rows.length).toBe(await count(overlapping));
    const [books] = await app.query<{ sum: string }>(
      'production',
      `SELECT -sum(e.amount) AS sum FROM ledger_entry e JOIN account c ON c.id = e.account_id JOIN ledger_transaction t ON t.id = e.transaction_id
       JOIN receipt r ON r.receipt_no = t.receipt_no AND r.status = 'PAID' WHERE c.kind = 'PREMIUM_INCOME' AND t.application_id IN (SELECT a.id FROM ${overlapping})`,
    );
    expect(total(rows, 'netPaid')[0]).toBe(cents(books?.sum));
    const [stated, silent] = [rows.find(({ atak }) => atak !== null), rows.find(({ atak }) => atak === null)];
    expect(stated).toMatchObject({
      atak: ATAK,
      notHeld: 'ownership_share kaek',
      covers: expect.stringContaining('001') as string,
      kindOfRisk: '04',
    });
    expect(silent).toMatchObject({ notHeld: 'atak ownership_share kaek' });
    for (const row of rows)
      expect(row['insuredDays']).toBe((Date.parse(String(row['insuredTo'])) - Date.parse(String(row['insuredFrom']))) / 86_400_000);
  });

  it('contain the same in CSV, and for each agent its own data', async () => {
    for (const name of NAMES) {
      const rows = await own(agents[0]!, `${name}?${YEAR}`);
      const response = expectStatus(200, await agents[0]!.client.get(`/reports-api/resources/${name}?${YEAR}`));
      const [heading, ...lines] = parse(response.bytes, { bom: true });
      expect([name, lines.length]).toEqual([name, rows.length]);
      expect(heading?.length).toBe(Object.keys(rows[0] ?? {}).length || heading?.length);
      const others = new Set((await own(agents[1]!, `${name}?${YEAR}`)).map(({ agent_code: code }) => code));
      expect([...others].filter((code) => code !== 'B200')).toEqual([]);
      expect(lines.map((line) => line.map(plain))).toEqual(
        rows.map((row) => Object.values(row).map((value) => plain(String(value ?? '')))),
      );
    }
  });

  it('can be requested by staff for an agent, without data of others', async () => {
    const rows = await read(`receipts?${NEXT_YEAR}&agent=B200`);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ agentCode }) => agentCode))).toEqual(new Set(['B200']));
    expect(await read(`receipts?${NEXT_YEAR}&agent=NOBODY`)).toEqual([]);
    for (const query of [...NAMES.map((name) => `${name}?${YEAR}`), `referrals?${NEXT_YEAR}`, 'enfia?year=2027']) {
      const all = await read(query, staff.admin);
      for (const code of agents.map(({ access }) => access.agentCode))
        expect(await read(`${query}&agent=${code}`, staff.admin)).toEqual(all.filter(({ agentCode }) => agentCode === code));
      if (!query.startsWith('enfia'))
        expect(await read(`${query}&line=fire`, staff.admin)).toEqual(all.filter(({ line }) => line === 'fire'));
    }
  });
});

describe('the file of a report', () => {
  const production = (headers: Record<string, string>): Promise<HttpResponse> =>
    agents[0]!.client.get(`/reports-api/resources/production?${YEAR}`, { headers });

  it('is CSV with Greek headings by default', async () => {
    const greek = await production({});
    expect(greek.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(greek.text.slice(1)).toMatch(/^Κίνηση,Χρόνος κίνησης,Κλάδος,/);
    expect(greek.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-language': 'el',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining('filename="production-2026-06-01-2027-05-31.csv"') as string,
    });
    const english = await production({ 'Accept-Language': 'en', Accept: 'text/csv' });
    expect([english.headers['content-language'], english.text.slice(1, 10)]).toEqual(['en', 'Movement,']);
    expect((await production({ Accept: '*/*' })).headers['content-type']).toBe('text/csv; charset=utf-8');
    expect((await production({ Accept: 'application/x-ndjson' })).headers['content-disposition']).toContain('.ndjson');
  });

  it('contains no formula', async () => {
    const query = 'reports/referrals?from=2027-06-01&to=2028-06-01';
    const response = expectStatus(200, await staff.underwriter.get(query));
    expect(response.text).toContain(`'=1+1`);
    expect(response.text).not.toMatch(/(^|,)"?=1/m);
  });

  it('contains only headings without data, and nothing in JSON lines', async () => {
    const query = 'reports/receipts?from=2001-01-01&to=2002-01-01';
    expect((await staff.issuing.get(query)).text.split('\r\n').length).toBe(2);
    expect((await staff.issuing.get(query, JSON_LINES)).text).toBe('');
  });

  it('is described by HEAD', async () => {
    const response = await agents[0]!.client.call('HEAD', `/reports-api/resources/production?${YEAR}`);
    expect([response.status, response.text, response.headers['content-type']]).toEqual([200, '', 'text/csv; charset=utf-8']);
  });
});

describe('a report that is not possible', () => {
  const get =
    (query: string, headers = {}) =>
    () =>
      agents[0]!.client.get(`/reports-api/resources/${query}`, { headers });

  it.each([
    ['production', 'from'],
    ['receipts?from=2026-01-01', 'to'],
    ['receipts?to=2026-01-01', 'from'],
    ['renewals?from=2026-01-01&to=2025-12-31', 'to'],
    ['renewals?from=2026-01-01&to=2026-01-01', 'to'],
    ['renewals?from=2026-01-01&to=2027-01-02', 'to'],
    ['commissions?from=yesterday&to=2026-01-01', 'from'],
    ['enfia', 'year'],
    ['enfia?year=20x6', 'year'],
  ])('is refused: %s', async (query, path) => {
    const response = await get(query)();
    expect([response.status, response.json<{ details: { path: string; code: string }[] }>().details[0]]).toMatchObject([
      400,
      { path, code: '-105' },
    ]);
  });

  it('is refused for a period that is too long or reversed, and nothing changes', () =>
    expectViolations(app, get('production?from=2026-01-01&to=2027-01-02'), ['to', '-105']));

  it('is refused in an unknown format', () =>
    expectViolations(app, get(`production?${YEAR}`, { Accept: 'application/pdf' }), ['Accept', '-102']));

  it('is refused to a key without the grant', async () => {
    const { apiKey } = agents[0]!.access;
    expect(SERVICE_NAMES).toContain('reports-api');
    await app.query('production', `UPDATE gateway.api_key SET services = array_remove(services, 'reports-api') WHERE prefix = $1`, [
      apiKey.slice(0, 6),
    ]);
    await eventually('the grant is gone', async () => (await get(`production?${YEAR}`)()).status === 403);
    await app.query('production', `UPDATE gateway.api_key SET services = services || '{reports-api}' WHERE prefix = $1`, [
      apiKey.slice(0, 6),
    ]);
    await eventually('the grant is back', async () => (await get(`production?${YEAR}`)()).status === 200);
  });
});

it('a report contains only its own environment', async () => {
  const { sandbox } = await app.createAgent({ code: 'SAND-1' });
  const sandboxStaff = await StaffClient.open(app.running, 'issuing', '/dev');
  expect(await own(sandbox, `receipts?${YEAR}`)).toEqual([]);
  expect(await read(`receipts?${YEAR}`, sandboxStaff)).toEqual([]);
  app.clock.set('2026-12-10T08:00:00Z');
  await sandbox.renewToken();
  await createPolicy(sandbox);
  await sandboxStaff.renewSession();
  expect((await read(`receipts?${YEAR}`, sandboxStaff))[0]).toMatchObject({ series: 'S26F', kind: 'NEW' });
  await moveTo(app.clock.now().toISOString());
  expect(ENVIRONMENTS.length).toBe(2);
});

it('a report contains delegates for a supervisor and for nobody else', async () => {
  const { production: chief } = await app.createAgent({ code: 'CHIEF-1' }, ['B200']);
  const codes = new Set((await own(chief, `receipts?${NEXT_YEAR}`)).map(({ agent_code: code }) => code));
  expect(codes).toEqual(new Set(['B200']));
  const { production: stranger } = await app.createAgent({ code: 'STRANGER-1' });
  for (const name of NAMES) expect(await own(stranger, `${name}?${NEXT_YEAR}`)).toEqual([]);
  expect(await own(stranger, 'enfia?year=2027')).toEqual([]);
});

it('a report contains no row of an erased person', async () => {
  const referrals = (): Promise<HttpResponse> => staff.underwriter.get('reports/referrals?from=2027-06-01&to=2028-06-01');
  const party = await app.getParty('production', AFM);
  const [{ id } = { id: '0' }] = await app.query<{ id: string }>('production', 'SELECT id FROM application WHERE client_afm = $1', [AFM]);
  expectStatus(204, await agents[0]!.act(Number(id), 'DELETE'));
  expect((await referrals()).text).toContain('=1+1');
  expectStatus(200, await staff.admin.erase(party));
  expect((await referrals()).text).not.toContain('=1+1');
});

/** Opens a report without reading it. */
const beginSlowly = ({ client }: FireAgent, path: string): Promise<IncomingMessage> => client.begin(path, JSON_LINES.headers);

describe('a slow reader of a report', () => {
  const connections = (): Promise<number> =>
    count(`pg_stat_activity WHERE application_name = 'insurance-gateway production rows' AND datname = current_database()`);
  const path = '/reports-api/resources/receipts?from=2028-04-01&to=2028-06-01';
  const COPIES = 5_000;
  let reader: FireAgent;
  let before: number[];

  beforeAll(async () => {
    await eventually('earlier readers are gone', async () => (await connections()) === 0);
    await moveTo('2028-04-10T08:00:00Z');
    reader = agents[1]!;
    const { id } = await createPolicy(reader, QUARTERLY);
    // Creates more receipts than the buffers of a connection can hold.
    for (let made = 10; made < 4 * COPIES; made += COPIES)
      await app.query(
        'production',
        `WITH r AS (
         INSERT INTO receipt (application_id, policy_no, instalment_no, kind, period_from, period_to, issue_date, due_date, status, net, fee, tax, levy, gross, taxes, levies,
           payment_method, payment_reference, paid_at, changed_at)
         SELECT application_id, policy_no, $2::int + n, 'INSTALMENT', period_from, period_to, issue_date, due_date, status, net, fee, tax, levy, gross, taxes, levies,
           payment_method, payment_reference, paid_at, changed_at FROM receipt, generate_series(1, ${COPIES}) n WHERE application_id = $1 AND kind = 'NEW' RETURNING *),
       t AS (INSERT INTO ledger_transaction (at, kind, application_id, receipt_no, reference)
         SELECT paid_at, k.kind, application_id, receipt_no, 'copy ' || receipt_no FROM r, (VALUES ('PREMIUM'), ('CHARGE')) AS k(kind) RETURNING *)
       INSERT INTO ledger_entry (transaction_id, account_id, amount, at)
       SELECT t.id, c.id, e.amount, t.at FROM t JOIN ledger_transaction o ON o.application_id = $1 AND o.kind = t.kind AND o.reference NOT LIKE 'copy%' JOIN ledger_entry e ON e.transaction_id = o.id JOIN account c ON c.id = e.account_id`,
        [id, made],
      );
    before = await inBooks(`t.at >= '2028-04-01' AND ${ofAgent(reader)}`);
  });

  it('reads one moment, whatever is charged meanwhile', async () => {
    const response = await beginSlowly(reader, path);
    expect(await connections()).toBe(1);
    await createPolicy(reader);
    expect(await inBooks(`t.at >= '2028-04-01' AND ${ofAgent(reader)}`)).not.toEqual(before);
    const rows = (await readText(response))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row);
    expect(total(rows, ...PARTS)).toEqual(before);
    await eventually('the connection is free', async () => (await connections()) === 0);
  });

  it('has one report at a time, and does not delay others', async () => {
    const response = await beginSlowly(reader, path);
    const busy = await expectRefused(app, () => reader.client.get(path), { status: 503, code: '-2' });
    expect(busy.headers['retry-after']).toBe('1');
    expect((await own(agents[0]!, `receipts?${YEAR}`)).length).toBeGreaterThan(0);
    const second = await beginSlowly(agents[0]!, `/reports-api/resources/receipts?${YEAR}`);
    await readText(second);
    expect((await read(`receipts?${YEAR}`)).length).toBeGreaterThan(0);
    expectStatus(205, await charge(reader, (await reader.insertIn('45')).id));
    response.destroy();
    await eventually(
      'the turn is free',
      async () => (await reader.client.call('GET', `/reports-api/resources/receipts?${YEAR}`)).status === 200,
    );
  });

  it('frees its connection when it disconnects', async () => {
    const response = await beginSlowly(reader, path);
    expect(await connections()).toBe(1);
    response.destroy();
    await eventually('the connection is free', async () => (await connections()) === 0);
  });

  it('is cut off when the database is lost, so that a part does not look complete', async () => {
    const response = await beginSlowly(reader, path);
    await app.query(
      'production',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'insurance-gateway production rows' AND datname = current_database()`,
    );
    await expect(readText(response)).rejects.toThrow();
    expect(await connections()).toBe(0);
    await eventually(
      'the turn is free',
      async () => (await reader.client.call('GET', `/reports-api/resources/receipts?${YEAR}`)).status === 200,
    );
  });
});
