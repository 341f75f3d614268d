import type {
  AgentTimelineEntryResponse,
  AgentTimelineResponse,
} from '../../src/backoffice/underwriting/applications/application-timeline.dto.js';
import { openAgentConsole } from '../support/agent-console.js';
import type { Client } from '../support/client.js';
import { CHARGE_TIME, charge } from '../support/collection.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import { expectAllRefused } from '../support/expect-error.js';
import { PNG } from '../support/files.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { createStaff, StaffClient } from '../support/staff-client.js';

const REFERRED = { 'objects_insured[0].illegal': '1' };
const MESSAGE = { code: 'UW-ROOF', severity: 'warning', path: 'objects_insured[0]', text: 'Στείλτε φωτογραφίες.' };

let app: FireApp;
let agent: FireAgent;
let issuing: LocalCollectionClient;
let underwriter: StaffClient;
let own: Client;
let delegate: Client;
let stranger: Client;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  agent = (await app.createAgent({ code: 'T1' })).production;
  await app.createAgent({ code: 'T2' });
  issuing = await LocalCollectionClient.open(app);
  underwriter = await StaffClient.open(app.running, 'underwriter');
  own = await openAgentConsole(app.running, 'T1');
  delegate = await openAgentConsole(app.running, 'T2', ['T1']);
  stranger = await openAgentConsole(app.running, 'T2');
});
afterAll(() => app.stop());

const pathOf = (id: number | string, query = ''): string => `/backoffice-api/portfolio/${id}/timeline${query}`;
const read = async (client: Client, id: number, query = '?limit=500'): Promise<AgentTimelineResponse> =>
  expectStatus(200, await client.get(pathOf(id, query))).json<AgentTimelineResponse>();
const stepsOf = (items: readonly AgentTimelineEntryResponse[]): string[] =>
  items.flatMap(({ transition, actor }) => (transition === null ? [] : [`${transition.action} ${transition.toStatus} ${actor}`]));

describe('the timeline of an application for its agent', () => {
  it('shows the whole life in order, without what is internal to the insurer', async () => {
    const { id } = await agent.insert(agent.body(REFERRED));
    const upload = `/docs-api/policy/applications/${id}/documents?file_name=a.png&mime_type=image/png&category_id=2`;
    expectStatus(201, await agent.client.call('POST', upload, { body: PNG, headers: { 'Content-Type': 'application/octet-stream' } }));
    expectStatus(205, await agent.act(id, 'request_approval'));
    expectStatus(201, await underwriter.post(`applications/${id}/notes`, { text: 'Μόνο για εμάς.' }));
    expectStatus(200, await underwriter.decide(id, 'request_documents', { messages: [MESSAGE] }));
    expectStatus(205, await agent.act(id, 'request_approval'));
    expectStatus(200, await underwriter.decide(id, 'approve_with_terms', { terms: { loadingPercent: 20 } }));
    expectStatus(205, await agent.act(id, 'prepay'));
    await issuing.createSuspense(agent, id, 1);
    expectStatus(205, await charge(agent, id));
    // Reading the documents waits for the prints.
    expectStatus(200, await agent.client.get(`/docs-api/policy/applications/${id}/documents`));
    expectStatus(200, await issuing.cancel(id, app.clock.today()));

    const page = await read(own, id);
    expect(page.total).toBe(page.items.length);
    expect(stepsOf(page.items)).toEqual([
      'insert 25 agent',
      'request_approval 30 agent',
      'request_documents 11 insurer',
      'request_approval 30 agent',
      'approve 01 insurer',
      'prepay 45 agent',
      'issue 50 agent',
      'cancel_mid_term 70 insurer',
    ]);
    expect(page.items.map(({ at }) => at)).toEqual(page.items.map(({ at }) => at).toSorted());
    const of = (kind: string): AgentTimelineEntryResponse[] => page.items.filter((entry) => entry.kind === kind);
    expect(page.items.flatMap(({ decision }) => decision ?? [])).toMatchObject([
      { decision: 'request_documents', messages: [{ code: 'UW-ROOF', text: 'Στείλτε φωτογραφίες.' }] },
      { decision: 'approve_with_terms', terms: { loadingPercent: '20' } },
    ]);
    expect(of('document_uploaded')).toMatchObject([{ actor: 'agent', document: { fileName: 'a.png' } }]);
    expect(of('receipt_paid')).toMatchObject([{ actor: 'agent', receipt: { method: 'CHARGE' } }]);
    expect(of('receipt_refunded')).toMatchObject([{ actor: 'insurer', receipt: { kind: 'REFUND' } }]);
    expect(page.items.flatMap(({ cancellation }) => cancellation ?? [])).toMatchObject([{ reasonCode: 'SALE' }]);

    const staff = expectStatus(200, await underwriter.get(`applications/${id}/timeline?limit=500`)).json<{ items: { kind: string }[] }>();
    const hidden = new Set(staff.items.map(({ kind }) => kind).filter((kind) => of(kind).length === 0));
    expect([...hidden]).toEqual(expect.arrayContaining(['note_written', 'payment_received', 'message_opened']));
    expect([...hidden].filter((kind) => !/^(note|payment|message)_/.test(kind))).toEqual([]);
    const { text } = await own.get(pathOf(id, '?limit=500'));
    for (const secret of ['Μόνο για εμάς', 'Staff ', '@staff.example', 'BANK-', 'SALE: ']) expect(text).not.toContain(secret);
  });

  it('shows a payment by the bank without its reference', async () => {
    const { id } = await agent.insertIn('45');
    await issuing.pay(agent, id);
    const { items } = await read(own, id);
    const payments = items.filter(({ kind }) => kind === 'payment_received');
    expect(payments).toMatchObject([{ actor: 'bank', payment: { outcome: 'ISSUED' } }]);
    expect(payments[0]!.payment).not.toHaveProperty('reference');
  });

  it('is the same for a delegate, and has pages', async () => {
    const { id } = await agent.insertIn('25');
    await agent.update(id, { ...agent.body({ 'objects_insured[0].illegal': '0' }).fire_application });
    const all = await read(own, id);
    expect(await read(delegate, id)).toEqual(all);
    const parts = [await read(own, id, '?start=1&limit=1'), await read(own, id, '?start=2&limit=500')];
    expect(parts.flatMap(({ items }) => items)).toEqual(all.items);
  });

  it('is refused to strangers, to a console without a grant, to staff, and for a missing application', async () => {
    const { id } = await agent.insertIn('25');
    const { client: ungranted } = await createStaff(app.running, 'agent', 'T1');
    await expectAllRefused(app, [
      [() => stranger.get(pathOf(id)), { code: '-300' }],
      [() => ungranted.get(pathOf(id)), { code: '-300' }],
      [() => own.get(pathOf('abc')), { code: '-300' }],
      [() => own.get(pathOf(9_999_999_999)), { code: '-300' }],
      [() => own.get(`/dev${pathOf(id)}`), { code: '-300' }],
      [() => own.get(pathOf(id, '?limit=0')), { code: '-105', violations: [['limit', '-105']] }],
      [() => underwriter.get(`portfolio/${id}/timeline`), { status: 403, code: '-203' }],
    ]);
  });
});
