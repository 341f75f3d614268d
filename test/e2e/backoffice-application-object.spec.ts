import { releasedTitles } from '../../src/record/reference/tariffs/tariff-titles.js';
import { charge, CHARGE_TIME, createPrepaid, QUARTERLY } from '../support/collection.js';
import type { QuestionnaireAnswer, VersionChanges, TimelineEntry, HistoryPage, Questionnaire } from '../support/application-object.js';
import { PNG } from '../support/files.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { buildFullFireBody } from '../support/fire.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { referenceLists } from '../support/lists.js';
import { MotorAgent, buildMotorBody } from '../support/motor.js';
import { PayoutClient, PAYOUT_IBAN } from '../support/payout-client.js';
import { expectAllRefused, expectRefused } from '../support/expect-error.js';
import { createStaff, StaffClient } from '../support/staff-client.js';

let app: FireApp;
let agent: FireAgent;
let sandbox: FireAgent;
let motor: MotorAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent, sandbox } = await app.createAgent({
    type: 'broker',
    subagents: [{ code: 'S1', name: 'Υποσυνεργάτης Α', status: 1 }],
  }));
  motor = new MotorAgent(agent);
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await issuing.moveTo(CHARGE_TIME, agent);
  await underwriter.renewSession();
});

async function read<T>(path: string, staff = underwriter): Promise<T> {
  return expectStatus(200, await staff.get(path)).json<T>();
}

/** Lists plain values by path; an array of plain values is one. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
    return value.flatMap((one, index) => leavesOf(one, `${path}[${index}]`));
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`));
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[path, value]];
}

const stored = async (id: number, version?: number): Promise<object> => {
  const [row] = await app.query<{ questionnaire: object }>(
    'production',
    `SELECT questionnaire::jsonb AS questionnaire FROM application WHERE id = $1 AND version = coalesce($2, version)
     UNION ALL SELECT state -> 'questionnaire' FROM application_version WHERE application_id = $1 AND version = $2`,
    [id, version ?? null],
  );
  return row!.questionnaire;
};

const answersOf = ({ groups }: Questionnaire): QuestionnaireAnswer[] => groups.flatMap(({ answers }) => answers);
const answered = (questionnaire: Questionnaire) => answersOf(questionnaire).filter(({ values }) => values.length > 0);
const titleAt = (questionnaire: Questionnaire, path: string) =>
  answersOf(questionnaire)
    .find((response) => response.path === path)
    ?.values.map(({ title }) => title);

describe('the questionnaire shown to staff', () => {
  it('contains every answer of a fire application, with label and titles', async () => {
    const body = buildFullFireBody(app.clock.today(), { subagent_code: 'S1' });
    const { id } = await agent.insert(body);
    const questionnaire = await read<Questionnaire>(`applications/${id}/questionnaire`);
    expect(questionnaire).toMatchObject({ line: 'fire', version: 1 });
    const values = new Map(answered(questionnaire).map(({ path, values }) => [path, values.map(({ value }) => value)]));
    expect(values).toEqual(new Map(leavesOf(await stored(id)).map(([path, value]) => [path, [value].flat()])));
    expect(answersOf(questionnaire).filter(({ label }) => label === '' || label.includes('_'))).toEqual([]);

    const at = (path: string) => titleAt(questionnaire, path);
    const object = body.fire_application.objects_insured[0] as Record<string, string>;
    const of = (list: Parameters<typeof referenceLists.title>[0], code: unknown) => [referenceLists.title(list, code as string)!.el];
    for (const [field, list] of [
      ['kind_of_risk', 'kindsOfRisk'],
      ['subkind_of_risk', 'subkindsOfRisk'],
      ['construction_of_skeleton', 'skeletons'],
      ['construction_of_walls', 'walls'],
      ['roof_construction', 'roofs'],
      ['type_of_locks', 'locks'],
    ] as const)
      expect([field, at(`objects_insured[0].${field}`)]).toEqual([field, of(list, object[field])]);
    expect(at('subagent_code')).toEqual(['Υποσυνεργάτης Α']);
    expect(at('pay_frequency_in_months')).toEqual(['Ετήσια']);
    expect(at('objects_insured[0].bordering')).toEqual([object['bordering'] === '1' ? 'Ναι' : 'Όχι']);
    expect(at('client.consents[0].id')).toEqual(['Email']);
    expect(at('client.consents[0].master_id')).toEqual(['Προωθητικές ενέργειες της εταιρείας']);
    expect(at('objects_insured[0].square_meters')).toEqual([null]);
    expect(questionnaire.groups.slice(0, 4).map(({ path, title }) => [path, title])).toEqual([
      ['', 'Στοιχεία ασφάλισης'],
      ['client', 'Λήπτης της ασφάλισης'],
      ['client.consents[0]', 'Λήπτης της ασφάλισης · Συναίνεση επικοινωνίας 1: Email'],
      ['client.consents[1]', 'Λήπτης της ασφάλισης · Συναίνεση επικοινωνίας 2: SMS'],
    ]);
    expect(questionnaire.persons.map(({ role }) => role)).toEqual(['client', 'insured', 'co-owners', 'co-owners']);
  });

  it('uses the titles of the parameter services, in the language of the call', async () => {
    const { id } = await agent.insert();
    const items = expectStatus(200, await agent.client.get('/fire-api/parameters/kindsOfRisks')).json<
      { code: string; title: string; titleEn: string }[]
    >();
    const kind = items.find(({ code }) => code === '04')!;
    const greek = await read<Questionnaire>(`applications/${id}/questionnaire`);
    const english = await inEnglish<Questionnaire>(`applications/${id}/questionnaire`);
    const path = 'objects_insured[0].kind_of_risk';
    expect([titleAt(greek, path), titleAt(english, path)]).toEqual([[kind.title], [kind.titleEn]]);
    const bundle = titleAt(greek, 'objects_insured[0].bundle_code')![0]!;
    expect(titleAt(english, 'objects_insured[0].bundle_code')).toEqual([releasedTitles.in('en', 'bundles', '104', bundle)]);
    expect(english.groups[0]!.title).toBe('Insurance');
    // Unanswered groups are shown.
    expect(greek.groups.find((group) => group.path === 'objects_insured[0].claims_history')).toMatchObject({ answers: [] });
    expect(answersOf(greek).find((response) => response.path === 'objects_insured[0].meters_from_river')).toMatchObject({ values: [] });
  });

  it('contains every answer of a vehicle application', async () => {
    const changes = {
      extraCovers: 'M10 M12',
      discountCodes: '10',
      leaseType: 0,
      fuelType: 1,
      comments: 'Κατάστημα',
      driverLicenceType: 'B',
      drivers: [{ name: 'Νίκος', birthYear: 1990, licenceType: 'B' }],
    };
    const { id } = expectStatus(201, await motor.post({ ...buildMotorBody(), ...changes })).json<{ id: number }>();
    const questionnaire = await read<Questionnaire>(`applications/${id}/questionnaire`);
    const values = new Map(answered(questionnaire).map(({ path, values }) => [path, values.map(({ value }) => value)]));
    const kept = new Map(leavesOf(await stored(id)).map(([path, value]) => [path, [value].flat()]));
    kept.set('extraCovers', ['M10', 'M12']);
    expect(values).toEqual(kept);
    expect(titleAt(questionnaire, 'usageCode')).toEqual([referenceLists.title('vehicleUsages', '01')!.el]);
    expect(titleAt(questionnaire, 'makeCode')).toEqual([referenceLists.title('vehicleMakes', '199')!.el]);
    expect(titleAt(questionnaire, 'drivers[0].licenceType')).toEqual([referenceLists.title('licenceTypes', 'B')!.el]);
    for (const path of ['bundleCode', 'extraCovers', 'discountCodes'])
      expect([path, titleAt(questionnaire, path)!.every((title) => title !== null)]).toEqual([path, true]);
    expect(questionnaire.groups.map(({ title }) => title).slice(0, 5)).toEqual([
      'Στοιχεία ασφάλισης',
      'Όχημα',
      'Οδηγός',
      'Επικοινωνία και συνεργάτες',
      'Ανταλλαγή κάλυψης',
    ]);
  });

  it('shows a given version, and links the person of the register', async () => {
    const { id } = await agent.insertIn('25');
    await agent.update(id, { ...agent.body({ 'objects_insured[0].square_meters': 120 }).fire_application });
    await app.registerParties();
    const path = 'objects_insured[0].square_meters';
    const [first, second] = await Promise.all(
      [1, 2].map((version) => read<Questionnaire>(`applications/${id}/questionnaire?version=${version}`)),
    );
    const valueAt = (one: Questionnaire) => answersOf(one).find((response) => response.path === path)!.values[0]!.value;
    expect([valueAt(first!), valueAt(second!)]).toEqual([100, 120]);
    const party = await app.getParty('production', '123456783');
    expect(second!.persons[0]).toEqual({
      role: 'client',
      title: 'Λήπτης της ασφάλισης',
      afm: '123456783',
      name: 'Παπαδοπούλου Μαρία',
      partyId: party,
    });
  });
});

async function inEnglish<T>(path: string): Promise<T> {
  const { client } = await createStaff(app.running, 'underwriter');
  return expectStatus(200, await client.get(`/backoffice-api/${path}`, { headers: { 'Accept-Language': 'en' } })).json<T>();
}

describe('the timeline of an application', () => {
  const timeline = (id: number, query = '?limit=500') => read<HistoryPage<TimelineEntry>>(`applications/${id}/timeline${query}`);
  const steps = ({ items }: HistoryPage<TimelineEntry>) =>
    items.filter(({ transition }) => transition).map(({ transition: one }) => `${one!.fromStatus ?? '-'} ${one!.action} ${one!.toStatus}`);

  it('shows the whole life of a fire application in order', async () => {
    const { id } = await agent.insert(agent.body({ ...QUARTERLY, 'objects_insured[0].illegal': '1' }));
    const upload = `/docs-api/policy/applications/${id}/documents?file_name=a.png&mime_type=image/png&category_id=2`;
    expectStatus(201, await agent.client.call('POST', upload, { body: PNG, headers: { 'Content-Type': 'application/octet-stream' } }));
    app.clock.set('2026-11-25T08:10:00Z');
    expectStatus(205, await agent.act(id, 'request_approval'));
    app.clock.set('2026-11-25T08:15:00Z');
    const MESSAGE = { code: 'UW-ROOF', severity: 'warning', path: 'objects_insured[0]', text: 'Στείλτε φωτογραφίες.' };
    expectStatus(200, await underwriter.decide(id, 'request_documents', { messages: [MESSAGE] }));
    expectStatus(205, await agent.act(id, 'request_approval'));
    expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms: { loadingPercent: 20, note: 'Με συναγερμό.' } }));
    expectStatus(205, await agent.act(id, 'prepay'));
    app.clock.set('2026-11-25T08:20:00Z');
    await issuing.createSuspense(agent, id, 1);
    expectStatus(205, await charge(agent, id));
    app.clock.set('2026-11-25T08:20:05Z');
    // Receipts and application are printed after the commit; reading the documents waits for them.
    expectStatus(200, await agent.client.get(`/docs-api/policy/applications/${id}/documents`));

    const page = await timeline(id);
    expect(page.total).toBe(page.items.length);
    expect(steps(page)).toEqual([
      '- insert 25',
      '25 request_approval 30',
      '30 request_documents 11',
      '11 request_approval 30',
      '30 approve 01',
      '01 prepay 45',
      '45 issue 50',
    ]);
    expect(page.items.map(({ at }) => at)).toEqual(page.items.map(({ at }) => at).toSorted());
    expect(new Set(page.items.map((entry) => entry.id)).size).toBe(page.total);
    const [first] = page.items;
    expect(first).toMatchObject({
      kind: 'transition',
      title: 'Δημιουργία αίτησης',
      at: '2026-11-25T10:00:00',
      actor: 'agent',
      agentCode: agent.access.agentCode,
    });
    const decisions = page.items.flatMap(({ decision }) => decision ?? []);
    expect(decisions).toMatchObject([
      { decision: 'request_documents', terms: null, messages: [{ code: 'UW-ROOF', text: 'Στείλτε φωτογραφίες.' }] },
      {
        decision: 'approve_with_terms',
        terms: { loadingPercent: '20', note: 'Με συναγερμό.' },
        messages: [{ code: 'APPROVAL_LOADING' }, { code: 'APPROVAL_NOTE' }],
      },
    ]);
    const kinds = (kind: string) => page.items.filter((entry) => entry.kind === kind);
    expect(kinds('document_uploaded')).toMatchObject([{ actor: 'agent', document: { fileName: 'a.png' } }]);
    expect(kinds('receipt_issued').map(({ at, actor }) => [at, actor])).toEqual(Array(4).fill(['2026-11-25T10:20:00', 'agent']));
    expect(kinds('receipt_paid')).toMatchObject([
      { actor: 'agent', agentCode: agent.access.agentCode, receipt: { kind: 'NEW', method: 'CHARGE' } },
    ]);
    expect(kinds('payment_received')).toMatchObject([{ actor: 'bank', payment: { amount: 1, outcome: 'SUSPENDED' } }]);
    expect(kinds('message_opened')).toMatchObject([{ actor: 'system', message: { kind: 'SUSPENSE' } }]);
    const { documents } = await read<{ documents: { system: boolean }[] }>(`applications/${id}`);
    expect(kinds('document_printed').length).toBe(documents.filter(({ system }) => system).length);
    expect(page.total).toBe(7 + 1 + 4 + 1 + 1 + 1 + kinds('document_printed').length + kinds('letter_written').length);

    const parts = [await timeline(id, '?start=1&limit=5'), await timeline(id, '?start=6&limit=500')];
    expect(parts.flatMap(({ items }) => items)).toEqual(page.items);
  });

  it('shows notes of staff, and how a refund was paid, returned and paid again', async () => {
    const { id } = await agent.insertIn('45');
    expectStatus(201, await underwriter.post(`applications/${id}/notes`, { text: 'Πήρα τον πελάτη.' }));
    expectStatus(200, await issuing.resolve(await issuing.createSuspense(agent, id), { refund: true }));
    expectStatus(200, await issuing.staff.put('settings', { payoutIban: PAYOUT_IBAN }));
    const clerk = new PayoutClient(issuing.staff);
    const other = new PayoutClient(await StaffClient.open(app.running, 'issuing'));
    const [refund] = (await clerk.list(`applicationId=${id}`)).items;
    const pay = async (reference: string) => expectStatus(200, await other.confirm((await clerk.prepareBatch([refund!.id])).id, reference));
    await pay('PAID-1');
    expectStatus(200, await clerk.returnPayment(refund!.id, 'BACK-1'));
    await pay('PAID-2');
    const { items } = await timeline(id);
    const of = (kind: string) => items.filter((entry) => entry.kind === kind);
    expect(of('note_written')).toMatchObject([{ actor: 'staff', note: 'Πήρα τον πελάτη.', message: null }]);
    const amount = refund!.amount;
    expect(of('refund_paid').map(({ payment }) => payment)).toMatchObject([
      { amount, reference: 'PAID-1', outcome: 'PAID' },
      { amount, reference: 'PAID-2', outcome: 'PAID' },
    ]);
    expect(of('refund_returned')).toMatchObject([{ actor: 'bank', payment: { amount, reference: 'BACK-1', outcome: 'RETURNED' } }]);
  });

  it('shows refunds, and who acted on a vehicle policy', async () => {
    const { id } = await motor.createPolicy();
    app.clock.set('2026-12-10T08:00:00Z');
    await underwriter.renewSession();
    await issuing.staff.renewSession();
    expectStatus(200, await issuing.cancel(id, '2026-12-10'));
    const page = await timeline(id);
    expect(steps(page)).toEqual(['- insert 01', '01 issue 50', '50 cancel_mid_term 70']);
    expect(page.items.at(-2)).toMatchObject({
      kind: 'transition',
      actor: 'staff',
      transition: { toStatusTitle: 'Ακυρώθηκε πριν από τη λήξη', reason: 'SALE: Πώληση' },
      cancellation: { date: '2026-12-10', reasonCode: 'SALE', reasonTitle: 'Πώληση ή μεταβίβαση' },
    });
    expect(page.items.at(-1)).toMatchObject({ kind: 'receipt_refunded', actor: 'staff', receipt: { kind: 'REFUND', method: 'CHARGE' } });
    expect(page.items.at(-1)!.receipt!.gross).toBeLessThan(0);
  });

  it('shows instalments that were paid at the bank or lapsed', async () => {
    const { id } = await createPrepaid(agent, QUARTERLY);
    await issuing.pay(agent, id);
    const paid = (await timeline(id)).items.filter(({ kind }) => kind.startsWith('receipt_paid') || kind.startsWith('payment'));
    expect(paid).toMatchObject([
      { kind: 'receipt_paid', actor: 'bank', receipt: { method: 'RF' } },
      { kind: 'payment_received', actor: 'bank', payment: { outcome: 'ISSUED' } },
    ]);
    for (const moment of ['2027-03-06T08:00:00Z', '2027-06-10T08:00:00Z']) {
      await issuing.moveTo(moment, agent);
      await app.runDueWork('production');
    }
    await underwriter.renewSession();
    const { items } = await timeline(id);
    expect(items.filter(({ kind }) => kind === 'receipt_cancelled').map(({ actor, receipt }) => [actor, receipt!.kind])).toEqual(
      Array(3).fill(['clock', 'INSTALMENT']),
    );
    expect(items.filter(({ transition }) => transition).at(-1)).toMatchObject({
      actor: 'clock',
      transition: { action: 'lapse', reason: 'INSTALMENT_UNPAID' },
    });
  });
});

describe('the versions and changes of an application', () => {
  const changes = (id: number, query = '') => read<VersionChanges>(`applications/${id}/changes${query}`);
  interface Version {
    readonly version: number;
    readonly action: string;
    readonly status: string;
    readonly from: string;
    readonly until: string | null;
  }

  it('list every version with the action that created it', async () => {
    const { id } = await agent.insertIn('25');
    await agent.update(id, { ...agent.body({ 'objects_insured[0].illegal': '0' }).fire_application });
    expectStatus(205, await agent.act(id, 'prepay'));
    const { items, total } = await read<HistoryPage<Version>>(`applications/${id}/versions`);
    expect(total).toBe(3);
    expect(items.map(({ version, action, status }) => [version, action, status])).toEqual([
      [1, 'insert', '25'],
      [2, 'update', '01'],
      [3, 'prepay', '45'],
    ]);
    expect(items.map(({ until }) => until)).toEqual([...items.slice(1).map(({ from }) => from), null]);
  });

  it('compare any two versions by their stored values', async () => {
    const { id } = await agent.insert(buildFullFireBody(app.clock.today(), { 'objects_insured[0].illegal': '1' }));
    const entity = await agent.get(id);
    const [object] = entity.objects_insured;
    await agent.update(id, {
      client: entity.client,
      insured: { ...entity.insured, city: 'Πάτρα' },
      pay_frequency_in_months: 6,
      objects_insured: [{ ...object, square_meters: 133, meters_from_river: 70, discounts: [], claims_history: [] }],
    });
    const later = await agent.get(id);
    await agent.update(id, {
      client: later.client,
      insured: later.insured,
      // A new object precedes the existing one.
      objects_insured: [{ ...agent.body().fire_application.objects_insured[0] }, later.objects_insured[0]],
    });
    const versions = [1, 2, 3];
    const leaves = new Map(
      await Promise.all(versions.map(async (version) => [version, new Map(byIds(await stored(id, version)))] as const)),
    );
    for (const from of versions)
      for (const to of versions) {
        const [before, after] = [leaves.get(from)!, leaves.get(to)!];
        const expected = [...new Set([...before.keys(), ...after.keys()])].filter(
          (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
        );
        const response = await changes(id, `?from=${from}&to=${to}`);
        const reported = response.changes.filter(({ path }) => !/^(status|policyNo|issueDate|endDate|messages|price|approval)/.test(path));
        expect([from, to, reported.length]).toEqual([from, to, expected.length]);
        expect(
          reported
            .map((change) => [change.before.map(({ value }) => value), change.after.map(({ value }) => value)])
            .map((one) => JSON.stringify(one))
            .toSorted(),
        ).toEqual(expected.map((key) => JSON.stringify([[before.get(key) ?? []].flat(), [after.get(key) ?? []].flat()])).toSorted());
        expect(response.changes.length === 0).toBe(from === to);
      }
    const [first] = (await changes(id, '?from=1&to=2')).changes.filter(({ path }) => path === 'insured.city');
    expect(first).toEqual({
      path: 'insured.city',
      group: 'Ασφαλισμένος',
      label: 'Πόλη',
      before: [{ value: entity.insured.city, title: null }],
      after: [{ value: 'Πάτρα', title: null }],
    });
    // The existing object is recognized at its new position.
    expect((await changes(id)).changes.some(({ path }) => path.startsWith('objects_insured[1]'))).toBe(false);
  });

  it('include status and price of a vehicle application', async () => {
    const { id, version } = await motor.insert();
    expectStatus(200, await motor.put(id, { deductible: 300, bundleCode: 'B2' }));
    const response = await changes(id);
    expect([response.from, response.to]).toEqual([version, version + 1]);
    const at = (path: string) => response.changes.find((change) => change.path === path);
    expect(at('deductible')).toMatchObject({ before: [], after: [{ value: 300 }] });
    expect(at('bundleCode')?.before[0]?.title).not.toBeNull();
    expect(at('price.gross')).toBeDefined();
  });
});

/** Lists values by the ids of list items, so that the position of an object does not matter. */
function byIds(value: unknown, path = ''): [string, unknown][] {
  const IDS = ['object_id', 'claim_id', 'co_owner_id', 'bank_id', 'group_cover', 'id'];
  if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
    return (value as Record<string, unknown>[]).flatMap((one, index) => {
      const name = path.endsWith('extra_covers') ? undefined : IDS.find((id) => id in one);
      return byIds(one, `${path}[${name === undefined ? index : `#${String(one[name])}`}]`);
    });
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, one]) => byIds(one, `${path}.${name}`));
  return value === null || (Array.isArray(value) && value.length === 0) ? [] : [[path, value]];
}

it('a missing application has no questionnaire, timeline or version', async () => {
  const { id } = await agent.insert();
  for (const view of ['questionnaire', 'timeline', 'versions', 'changes']) {
    await expectRefused(app, () => underwriter.get(`applications/9999999999/${view}`), { code: '-300' });
    await expectRefused(app, () => underwriter.get(`applications/abc/${view}`), { code: '-300' });
  }
  await expectAllRefused(app, [
    [() => underwriter.get(`applications/${id}/questionnaire?version=2`), { code: '-304' }],
    [() => underwriter.get(`applications/${id}/changes?from=1&to=2`), { code: '-304' }],
    [() => underwriter.get(`applications/${id}/changes?from=9`), { code: '-304' }],
  ]);
  await sandbox.renewToken();
  const { id: other } = await sandbox.insert();
  const inSandbox = await StaffClient.open(app.running, 'underwriter', '/dev');
  expectStatus(200, await inSandbox.get(`applications/${other}/timeline`));
  const clients = app.running.client.withKey(agent.access.apiKey);
  expect((await clients.get(`/backoffice-api/applications/${id}/timeline`)).status).toBe(401);
});
