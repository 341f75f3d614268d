import { addDays } from '../../src/common/athens.js';
import { charge, CHARGE_TIME, createPolicy, QUARTERLY, listReceipts } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { MotorAgent, buildMotorBody } from '../support/motor.js';
import { createAfm } from '../support/party-client.js';
import { expectViolationInEach, expectRefused } from '../support/expect-error.js';
import { StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
let other: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

/** All policies with open instalments, as the agents know them. */
const policies: { id: number; line: string; agent: FireAgent }[] = [];

interface Row {
  readonly applicationId: number;
  readonly policyNo: string;
  readonly line: string;
  readonly status: string;
  readonly clientName: string;
  readonly agentCode: string;
  readonly agentName: string | null;
  readonly amount: number | null;
  readonly dueDate: string;
  readonly receiptNo: number | null;
  readonly instalmentNo: number | null;
  readonly plateNo: string | null;
  readonly address: string | null;
  readonly endDate: string;
}
interface Page<Item> {
  readonly items: readonly Item[];
  readonly start: number;
  readonly limit: number;
  readonly total: number;
}

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent({ code: 'P100', name: 'Πρακτορείο Α' })).production;
  other = (await app.createAgent({ code: 'P200', name: 'Πρακτορείο Β' })).production;
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
  await moveTo(CHARGE_TIME);
  for (const each of [agent, other]) {
    policies.push({ ...(await createPolicy(each, QUARTERLY)), line: 'fire', agent: each });
    policies.push({ ...(await createPolicy(each, { pay_frequency_in_months: 6 })), line: 'fire', agent: each });
    policies.push({ ...(await createPolicy(each)), line: 'fire', agent: each });
  }
  const motor = new MotorAgent(agent);
  policies.push({ id: (await motor.createPolicy({ payFrequencyInMonths: 6 })).id, line: 'motor', agent });
  policies.push({ id: (await motor.createPolicy({ plateNo: 'IZX4822' })).id, line: 'motor', agent });
  // Not policies: an application and a cancelled one.
  await agent.insertIn('45', QUARTERLY);
  const { id } = await createPolicy(agent, QUARTERLY);
  expectStatus(200, await issuing.cancel(id, app.clock.today()));
});
afterAll(() => app.stop());

async function moveTo(instant: string): Promise<void> {
  await issuing.moveTo(instant, agent);
  await other.renewToken();
  await underwriter.renewSession();
}

async function list(query: string, staff = issuing.staff): Promise<Page<Row>> {
  return expectStatus(200, await staff.get(`policies?${query}&limit=500`)).json<Page<Row>>();
}

/** Expects the unpaid instalments by day, each as `id instalment day amount`. */
async function createUnpaid(
  isListed: (day: string) => boolean,
  of: (policy: (typeof policies)[number]) => boolean = () => true,
): Promise<string[]> {
  const rows: [day: string, text: string][] = [];
  for (const policy of policies.filter(of)) {
    const receipts = await listReceipts(policy.agent, policy.id);
    receipts.forEach(({ status, period_from: day, gross }, index) => {
      if (status === 'PENDING' && isListed(day)) rows.push([day, `${policy.id} ${index + 1} ${day} ${gross}`]);
    });
  }
  return rows.toSorted().map(([, text]) => text);
}

const describeRows = ({ items }: Page<Row>): string[] =>
  items.map((row) => `${row.applicationId} ${row.instalmentNo} ${row.dueDate} ${row.amount}`);
const listIds = ({ items }: Page<Row>): number[] => items.map(({ applicationId }) => applicationId).toSorted((one, two) => one - two);

it('the policy queue lists instalments that are due within some days, or overdue', async () => {
  await moveTo('2027-02-25T08:00:00Z');
  const today = app.clock.today();
  for (const days of [0, 9, 10, 30, 366]) {
    const page = await list(`queue=due&days=${days}`);
    expect([days, describeRows(page).toSorted()]).toEqual([
      days,
      (await createUnpaid((day) => day > today && day <= addDays(today, days))).toSorted(),
    ]);
    expect(page.total).toBe(page.items.length);
  }
  expect((await list('queue=overdue')).total).toBe(0);
  expect(describeRows(await list('queue=due'))).toEqual(describeRows(await list('queue=due&days=30')));

  await moveTo('2027-03-08T08:00:00Z');
  await app.runDueWork('production');
  const overdue = await list('queue=overdue');
  expect(describeRows(overdue).toSorted()).toEqual((await createUnpaid((day) => day <= app.clock.today())).toSorted());
  expect(overdue.items.map(({ status }) => status)).toEqual(['55', '55']);
  expect((await list('queue=overdue&agent=P200')).items).toEqual(overdue.items.filter(({ agentCode }) => agentCode === 'P200'));
  const [row] = overdue.items;
  expect(row).toMatchObject({
    line: 'fire',
    agentCode: 'P100',
    agentName: 'Πρακτορείο Α',
    clientName: 'Παπαδοπούλου Μαρία',
    plateNo: null,
    instalmentNo: 2,
  });
  expect(row!.address).toContain('Λεωφόρος Κηφισίας 100');
  expect(row!.policyNo).toMatch(/^P26/);
});

it('the policy queue is filtered by line, agent and day, and sorted', async () => {
  await moveTo('2027-02-25T08:00:00Z');
  const motor = await list('queue=due&days=366&line=motor');
  expect(motor.items).toMatchObject([{ line: 'motor', plateNo: 'IZX4821', agentCode: 'P100' }]);
  const all = await createUnpaid((day) => day > app.clock.today());
  expect(describeRows(await list('queue=due&days=366&agent=P200'))).toEqual(
    await createUnpaid(
      (day) => day > app.clock.today(),
      (policy) => policy.agent === other,
    ),
  );
  for (const queue of ['due', 'ending']) {
    const { items } = await list(`queue=${queue}&days=366`);
    for (const [name, key, values] of [
      ['agent', 'agentCode', ['P100', 'P200', 'P300']],
      ['line', 'line', ['fire', 'motor']],
    ] as const)
      for (const value of values) {
        const some = await list(`queue=${queue}&days=366&${name}=${value}`);
        const those = items.filter((row) => row[key] === value);
        expect([queue, value, some.items, some.total]).toEqual([queue, value, those, those.length]);
      }
  }
  const [from, to] = ['2027-06-01', '2027-06-30'];
  expect(describeRows(await list(`queue=due&days=366&from=${from}&to=${to}`)).toSorted()).toEqual(
    all.filter((text) => text.split(' ')[2]! >= from && text.split(' ')[2]! < to).toSorted(),
  );
  const days = (page: Page<Row>) => page.items.map(({ dueDate }) => dueDate);
  const earliest = days(await list('queue=due&days=366'));
  expect(earliest).toEqual(earliest.toSorted());
  const latest = await list('queue=due&days=366&sort=-dueDate');
  expect(days(latest)).toEqual(earliest.toReversed());
  const paged = expectStatus(200, await issuing.staff.get('policies?queue=due&days=366&sort=-dueDate&start=2&limit=3')).json<Page<Row>>();
  expect([paged.start, paged.limit, paged.total]).toEqual([2, 3, all.length]);
  expect(paged.items).toEqual(latest.items.slice(1, 4));
});

it('the policy queue lists policies that can be renewed, and those that end without a renewal', async () => {
  // Unpaid policies by instalments end a month after their notice.
  for (const instant of ['2027-08-20T08:00:00Z', '2027-10-01T08:00:00Z']) {
    await moveTo(instant);
    await app.runDueWork('production');
  }
  // The clock has not prepared the renewals yet.
  await moveTo('2027-10-05T08:00:00Z');
  const whole = policies.filter((_, index) => [2, 5, 7].includes(index));
  const ends = (await list('queue=ending&days=366')).items;
  expect(ends.map(({ applicationId }) => applicationId).toSorted((one, two) => one - two)).toEqual(whole.map(({ id }) => id));
  expect((await list('queue=renew')).items.map(({ line }) => line)).toEqual(['motor']);

  await moveTo('2027-10-10T08:00:00Z');
  const before = await list('queue=renew');
  expect(listIds(before)).toEqual(whole.map(({ id }) => id));
  expect(listIds(await list('queue=renew&agent=P100'))).toEqual([whole[0]!.id, whole[2]!.id]);
  expect(listIds(await list('queue=renew&agent=P200&line=fire'))).toEqual([whole[1]!.id]);
  expect(before.items.map(({ dueDate, endDate }) => dueDate === endDate)).toEqual([true, true, true]);
  expect(before.items.every(({ amount, receiptNo }) => amount !== null && receiptNo === null)).toBe(true);
  expect((await list('queue=ending&days=10')).total).toBe(0);

  // One policy is renewed and the renewal cancelled; another one stays renewed.
  const [first, second] = whole;
  expectStatus(205, await charge(first!.agent, first!.id));
  const renewal = expectStatus(205, await charge(second!.agent, second!.id)).json<{ id: number }>();
  expect(listIds(await list('queue=renew'))).toEqual([whole[2]!.id]);
  await moveTo('2027-12-06T08:00:00Z');
  expectStatus(200, await issuing.cancel(renewal.id, '2027-12-06'));
  // After the end of its year the policy is no longer listed.
  await app.runDueWork('production');
  expect((await list('queue=renew')).total).toBe(0);
});

it('the policy queue refuses an unknown queue, and is open to the permitted roles', async () => {
  await expectViolationInEach(app, [() => issuing.staff.get('policies')], 'queue', '-105');
  for (const [query, path] of [
    ['queue=lost', 'queue'],
    ['queue=due&days=367', 'days'],
    ['queue=due&line=boat', 'line'],
    ['queue=due&from=soon', 'from'],
    ['queue=due&sort=amount', 'sort'],
  ] as const)
    await expectRefused(app, () => issuing.staff.get(`policies?${query}`), { code: '-105', violations: [[path, '-105']] });
  await expectViolationInEach(app, [() => issuing.staff.get('policies?queue=due&status=50')], 'status', '-102');
  expectStatus(200, await underwriter.get('policies?queue=due'));
  const admin = await StaffClient.open(app.running, 'admin');
  expect((await admin.get('policies?queue=due')).status).toBe(403);
  const sandbox = await StaffClient.open(app.running, 'issuing', '/dev');
  expect((await list('queue=ending&days=366', sandbox)).total).toBe(0);
});

describe('the applications of a person', () => {
  interface Named {
    readonly id: number;
    readonly line: string;
    readonly status: string;
    readonly agentCode: string;
    readonly roles: readonly { readonly role: string; readonly title: string }[];
  }
  const named = async (party: number, query = ''): Promise<Page<Named>> =>
    expectStatus(200, await underwriter.get(`parties/${party}/applications${query}`)).json<Page<Named>>();

  it('include all agents and lines, with the person’s role in each', async () => {
    await moveTo(CHARGE_TIME);
    const afm = createAfm();
    const [asClient, asInsured, asOwner] = [
      await agent.insert(agent.body({ 'client.afm': afm, 'insured.afm': afm })),
      await other.insert(other.body({ 'insured.afm': afm })),
      await other.insert(other.body({ 'objects_insured[0].co-owners': [{ ...agent.body().fire_application.insured, afm }] })),
    ];
    const motor = new MotorAgent(agent);
    const driven = expectStatus(201, await motor.post(buildMotorBody({ 'client.afm': afm }))).json<{ id: number }>();
    // A name in a text does not make a person a party.
    const { id: mentioned } = expectStatus(201, await motor.post(buildMotorBody({ comments: `"afm":"${afm}"` }))).json<{ id: number }>();
    const page = await named(await app.getParty('production', afm));
    expect(page.items.map(({ id, line, agentCode, roles }) => [id, line, agentCode, roles.map(({ role }) => role)])).toEqual([
      [driven.id, 'motor', 'P100', ['client']],
      [asOwner.id, 'fire', 'P200', ['co-owners']],
      [asInsured.id, 'fire', 'P200', ['insured']],
      [asClient.id, 'fire', 'P100', ['client', 'insured']],
    ]);
    expect(page.items.map(({ id }) => id)).not.toContain(mentioned);
    expect(page.items[3]!.roles[0]).toEqual({ role: 'client', title: 'Λήπτης της ασφάλισης' });
    const second = await named(await app.getParty('production', afm), '?start=2&limit=1');
    expect([second.total, second.items]).toEqual([4, [page.items[1]]]);
  });

  it('are refused for an unknown person', async () => {
    await expectRefused(app, () => underwriter.get('parties/999999/applications'), { code: '-304' });
    await expectRefused(app, () => issuing.staff.get('parties/abc/applications'), { code: '-304' });
    expect((await underwriter.get('parties/1')).status).toBe(403);
  });
});
