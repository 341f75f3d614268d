import { advanceClock } from '../support/agent-clock.js';
import { ONE_CONNECTION } from '../support/app.js';
import { createPolicy, createPrepaid, QUARTERLY } from '../support/collection.js';
import { getPaymentCode } from '../support/collection-client.js';
import { expectRefused } from '../support/expect-error.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { pdfText } from '../support/pdf-text.js';
import { StaffClient } from '../support/staff-client.js';

interface LetterEntity {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
  readonly writtenAt: string;
  readonly mails: readonly { readonly recipient: string; readonly address: string | null; readonly state: string }[];
}
interface LetterList {
  readonly stop: { readonly reason: string } | null;
  readonly clientStop: { readonly reason: string } | null;
  readonly items: readonly LetterEntity[];
}
interface TextsEntity {
  readonly version: number;
  readonly signature: object;
  readonly templates: { kind: string; subject: object; body: { el: string; en: string } }[];
}

const REASON = { reason: 'Ζητήθηκε τηλεφωνικά.' };
const SHOWN = { recipient: 'CLIENT', address: 'maria@example.gr', state: 'shown' };

let app: FireApp;
let issuing: StaffClient;
let agents = 0;

beforeAll(async () => {
  app = await FireApp.start(ONE_CONNECTION);
  issuing = await StaffClient.open(app.running, 'issuing', '/dev');
});
afterAll(() => app.stop());

const newAgent = async (): Promise<FireAgent> => (await app.createAgent({ code: `L${(agents += 1)}` })).sandbox;
const listLetters = async (id: number): Promise<LetterList> =>
  expectStatus(200, await issuing.get(`applications/${id}/letters`)).json<LetterList>();
const listSteps = async (id: number): Promise<string[]> =>
  (await listLetters(id)).items.map(({ kind, writtenAt }) => `${writtenAt.slice(0, 10)} ${kind}`);

describe('a payment request', () => {
  it('is written with prepay, shown instead of mailed in the sandbox, and printed for staff and the agent (letters.1, letters.8)', async () => {
    const agent = await newAgent();
    const { id } = await createPrepaid(agent);
    const { payment_code: code } = await getPaymentCode(agent, id);
    const { items } = await listLetters(id);
    expect(items).toMatchObject([{ kind: 'PAYMENT_REQUEST', mails: [SHOWN] }]);
    expect(items[0]?.text).toContain(code);
    const text = await pdfText(expectStatus(200, await issuing.get(`applications/${id}/letters/${items[0]?.id}`)).bytes);
    expect(text).toContain(code);
    expect(text).toContain('Παπαδοπούλου Μαρία');

    const path = `/dev/docs-api/policy/applications/${id}/letters`;
    const [own] = expectStatus(200, await agent.client.get(path)).json<{ id: number; mail_state: string }[]>();
    expect(own).toMatchObject({ id: items[0]?.id, mail_state: 'shown' });
    expectStatus(200, await agent.client.get(`${path}/${own?.id}`));
    const stranger = await newAgent();
    await expectRefused(app, () => stranger.client.get(path), { code: '-300' });
  });

  it('is in the timeline, and a mail that staff request again is listed with its user (letters.6)', async () => {
    const { id } = await createPrepaid(await newAgent());
    const { items } = await listLetters(id);
    const sent = expectStatus(
      201,
      await issuing.post(`applications/${id}/letters/${items[0]?.id}/mails`, { recipient: 'CLIENT', address: 'new@example.gr' }),
    );
    expect(sent.json<LetterEntity>().mails[1]).toMatchObject({
      address: 'new@example.gr',
      state: 'shown',
      requestedBy: expect.any(String) as unknown,
    });
    const { items: entries } = expectStatus(200, await issuing.get(`applications/${id}/timeline`)).json<{
      items: { kind: string; letter: object | null }[];
    }>();
    expect(entries.find(({ kind }) => kind === 'letter_written')?.letter).toMatchObject({ kind: 'PAYMENT_REQUEST', state: null });
  });
});

describe('a refusal', () => {
  it('is certified by a letter to the customer, dated with the decision (letters.1)', async () => {
    const agent = await newAgent();
    const underwriter = await StaffClient.open(app.running, 'underwriter', '/dev');
    const { id, application_no: number } = await agent.insert(agent.body({ 'objects_insured[0].illegal': '1' }));
    expectStatus(205, await agent.act(id, 'request_approval'));
    const decision = { decision: 'decline' };
    expectStatus(200, await underwriter.post(`applications/${id}/decisions`, decision));
    const { items } = await listLetters(id);
    expect(items).toMatchObject([{ kind: 'REFUSAL', mails: [SHOWN] }]);
    const [year, month, day] = items[0]!.writtenAt.slice(0, 10).split('-');
    for (const part of [`στις ${day}/${month}/${year}`, 'δεν παρέχεται ασφαλιστική κάλυψη']) expect(items[0]?.text).toContain(part);
    const text = await pdfText(expectStatus(200, await issuing.get(`applications/${id}/letters/${items[0]?.id}`)).bytes);
    for (const part of ['Παπαδοπούλου Μαρία', `Αριθμός αίτησης\n${number}`]) expect(text).toContain(part);
  });
});

describe('a stop', () => {
  it('of the policy or the person keeps letters from being mailed until it is resumed (letters.7)', async () => {
    const agent = await newAgent();
    const { id } = await agent.insert(agent.body());
    expectStatus(200, await issuing.put(`applications/${id}/letter-stop`, REASON));
    expectStatus(205, await agent.act(id, 'prepay'));
    const { stop, items } = await listLetters(id);
    expect(stop).toMatchObject(REASON);
    expect(items).toMatchObject([{ mails: [{ recipient: 'CLIENT', address: null, state: 'stopped' }] }]);
    const again = (): ReturnType<StaffClient['post']> =>
      issuing.post(`applications/${id}/letters/${items[0]?.id}/mails`, { recipient: 'CLIENT' });
    await expectRefused(app, again, { code: '-400' });
    expectStatus(204, await issuing.delete(`applications/${id}/letter-stop`));
    expect(expectStatus(201, await again()).json<LetterEntity>().mails[1]).toMatchObject(SHOWN);
  });
});

describe('the clock', () => {
  it('writes notices of an instalment 20 and 5 days before it is due, once each, on their day (letters.10)', async () => {
    const agent = await newAgent();
    const { id } = await createPolicy(agent, QUARTERLY);
    await advanceClock(agent, { to: '2027-02-10T10:00:00' });
    await advanceClock(agent, { to: '2027-02-27T10:00:00' });
    // The policy starts on 30 November, so the second instalment is due on 28 February.
    const [first] = (await listLetters(id)).items.filter(({ kind }) => kind === 'INSTALMENT_DUE');
    expect(first?.text).toContain('28/02/2027');
    expect((await listSteps(id)).filter((step) => step.endsWith('INSTALMENT_DUE'))).toEqual([
      '2027-02-08 INSTALMENT_DUE',
      '2027-02-23 INSTALMENT_DUE',
    ]);
  });

  it('writes what happens at the end of a policy (letters.10)', async () => {
    const agent = await newAgent();
    const { id } = await createPolicy(agent);
    await advanceClock(agent, { days: 380 });
    const steps = await listSteps(id);
    // Until then its renewal may be paid by a file of the bank.
    expect(steps.at(-1)).toBe('2027-12-03 END_OF_COVER');
    expect(steps.slice(-3, -1)).toEqual(['2027-10-01 RENEWAL_NOTICE', '2027-11-15 RENEWAL_NOTICE']);
  });

  it('gives notice of the end of a policy whose renewal its agent cancelled', async () => {
    const agent = await newAgent();
    const { id } = await createPolicy(agent);
    await advanceClock(agent, { to: '2027-10-20' });
    expectStatus(204, await agent.act((await agent.get(id)).renewed_by ?? 0, 'DELETE'));
    await advanceClock(agent, { days: 60 });
    expect((await listSteps(id)).slice(-2)).toEqual(['2027-11-15 EXPIRY_NOTICE', '2027-11-30 END_OF_COVER']);
  });
});

describe('the texts', () => {
  it('refuse an unknown placeholder and a missing fact with the place of each, and change nothing (letters.2)', async () => {
    const before = expectStatus(200, await issuing.get('settings/letters')).json<TextsEntity>();
    const templates = [
      { kind: 'PAYMENT_REQUEST', subject: { el: '{afm}', en: 'x' }, body: { el: '{amount}', en: '{amount} {dueDate} {paymentCode}' } },
    ];
    const response = await issuing.put('settings/letters', { signature: before.signature, templates });
    expect(response.status).toBe(400);
    expect(response.text).toContain('templates[0].subject.el');
    expect(response.text).toContain('templates[0].body.el');
    expect(expectStatus(200, await issuing.get('settings/letters')).json()).toEqual(before);
  });

  it('apply to later letters, and are previewed with sample data (letters.2)', async () => {
    const { signature, version } = expectStatus(200, await issuing.get('settings/letters')).json<TextsEntity>();
    const body = { el: 'Δώστε {amount} έως {dueDate}: {paymentCode}', en: 'Give {amount} by {dueDate}: {paymentCode}' };
    const texts = { signature, templates: [{ kind: 'PAYMENT_REQUEST', subject: { el: 'Πληρωμή', en: 'Payment' }, body }] };
    const preview = expectStatus(200, await issuing.post('settings/letters/preview?kind=PAYMENT_REQUEST', texts));
    expect(await pdfText(preview.bytes)).toContain('Δώστε 332,64');
    expect(expectStatus(200, await issuing.put('settings/letters', texts)).json<TextsEntity>().version).toBe(version + 1);
    const { id } = await createPrepaid(await newAgent());
    expect((await listLetters(id)).items[0]?.text).toMatch(/^Δώστε /);
  });
});
