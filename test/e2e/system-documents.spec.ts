import { writeFileSync } from 'node:fs';
import type { MotorDocumentResponse } from '../../src/services/mtr/motor-document.dto.js';
import { charge, CHARGE_TIME, createPolicy, requestPaymentCode, createPrepaid, QUARTERLY } from '../support/collection.js';
import { expectStatus, FireApp, type FireAgent } from '../support/fire-app.js';
import { LocalCollectionClient } from '../support/collection-client.js';
import type { Changes } from '../support/json-changes.js';
import { MotorAgent, type MotorEntity } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';
import { expectRefused } from '../support/expect-error.js';
import { eventually } from '../support/eventually.js';

interface Listed {
  readonly id: number;
  readonly category_id: number;
  readonly file_name: string;
  readonly system: string;
}

const DEDUCTIBLE = '2% του ασφαλιζόμενου\nκεφαλαίου';

let app: FireApp;
let fire: FireAgent;
let motor: MotorAgent;
let stranger: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  app.clock.set(CHARGE_TIME);
  ({ production: fire } = await app.createAgent());
  ({ production: motor } = await MotorAgent.create(app, { code: 'B100', name: 'Οχημάτων' }));
  ({ production: stranger } = await MotorAgent.create(app, { code: 'B200', name: 'Άλλος' }));
  await fire.renewToken();
});
afterAll(() => app.stop());

function documentsPath(id: number, documentId?: number): string {
  return `${fire.root}/docs-api/policy/applications/${id}/documents${documentId === undefined ? '' : `/${documentId}`}`;
}

async function listDocuments(who: FireAgent, id: number): Promise<Listed[]> {
  return expectStatus(200, await who.client.get(documentsPath(id))).json<Listed[]>();
}

async function getText(who: FireAgent, id: number, { id: documentId, file_name: name }: Listed): Promise<string> {
  const { bytes } = expectStatus(200, await who.client.get(documentsPath(id, documentId)));
  if (process.env['LOOK']) writeFileSync(`${process.env['LOOK']}/${name}`, bytes);
  return pdfText(bytes);
}

async function prepaidVehicle(changes: Changes): Promise<MotorEntity> {
  const application = await motor.insert(changes);
  expectStatus(205, await motor.act(application.id, 'issuePrepay'));
  return application;
}

describe('the payment notification', () => {
  it.each(['fire', 'vehicle'])('of %s is Greek, with an English copy on request of the same code and amount', async (line) => {
    const who = line === 'fire' ? fire : motor.agent;
    const { id } = line === 'fire' ? await createPrepaid(fire) : await prepaidVehicle({ plateNo: 'YYX3011' });
    const path =
      line === 'fire' ? `${fire.root}/collection-api/applications/${id}/payment_code` : motor.path(`applications/${id}/notification`);
    const { payment_code: code } = (await requestPaymentCode(who, id)).json<{ payment_code: string }>();
    for (const [language, title] of [
      ['el', 'Ειδοποιητήριο πληρωμής'],
      ['en', 'Payment notice'],
    ] as const) {
      const response = expectStatus(
        200,
        await who.client.get(path, { headers: { Accept: 'application/pdf', 'Accept-Language': language } }),
      );
      expect(response.headers).toMatchObject({ 'content-language': language, vary: expect.stringContaining('Accept-Language') as string });
      const text = await pdfText(response.bytes);
      for (const part of [title, code]) expect(text).toContain(part);
      expect(text.includes('THE GREEK TEXT PREVAILS')).toBe(language === 'en');
    }
  });
});

describe('the application that the customer signs', () => {
  it('exists once from prepay on', async () => {
    const { id, application_no: number } = await createPrepaid(fire);
    const [document, ...rest] = await listDocuments(fire, id);
    expect(rest).toEqual([]);
    expect(document).toMatchObject({ category_id: 1, file_name: `${number}.pdf`, system: '1' });
    const text = await getText(fire, id, document!);
    for (const expected of [`Αίτηση ασφάλισης ${number}`, 'Υπογραφή του λήπτη της ασφάλισης', 'Σελίδα 1 από', DEDUCTIBLE])
      expect(text).toContain(expected);
    const lists = await Promise.all([1, 2, 3].map(() => listDocuments(fire, id)));
    for (const list of lists) expect(list.map((one) => one.id)).toEqual([document!.id]);
  });

  it.each(['fire', 'vehicle'])('of %s shows the day of its payment code, also when printed after the issue', async (line) => {
    const who = line === 'fire' ? fire : motor.agent;
    const { id } = line === 'fire' ? await createPrepaid(fire) : await prepaidVehicle({ plateNo: 'YYX3009' });
    const { due_date: day } = (await requestPaymentCode(who, id)).json<{ due_date: string }>();
    const dueDate = day.split('-').reverse().join('/');
    const dueOf = async () => /^1 [\d/]+ [\d/]+ ([\d/]+) Εκκρεμεί/m.exec(await getText(who, id, (await listDocuments(who, id))[0]!))?.[1];
    expect(await dueOf()).toBe(dueDate);
    await app.query('production', `DELETE FROM document WHERE application_id = $1`, [id]);
    expectStatus(205, await charge(who, id));
    await app.query('production', `DELETE FROM document WHERE application_id = $1 AND category_id = 1`, [id]);
    const reprinted = (await listDocuments(who, id)).find((one) => one.category_id === 1)!;
    expect(await getText(who, id, reprinted)).toMatch(new RegExp(`^1 [\\d/]+ [\\d/]+ ${dueDate} Εκκρεμεί`, 'm'));
  });

  it('stays when the policy is issued', async () => {
    const { id } = await createPrepaid(fire);
    const [before] = await listDocuments(fire, id);
    expectStatus(205, await charge(fire, id));
    const after = await listDocuments(fire, id);
    expect(after.map((one) => one.category_id).sort((one, other) => one - other)).toEqual([1, 28, 30]);
    expect(after[0]!.id).toBe(before!.id);
  });
});

describe('the policy of a vehicle', () => {
  const printed = async (changes: Changes): Promise<string> => {
    const { id } = await motor.createPolicy(changes);
    const policy = (await listDocuments(motor.agent, id)).find((one) => one.category_id === 28)!;
    return getText(motor.agent, id, policy);
  };

  it('shows the mandatory limits, and no deductible where no cover has one', async () => {
    const text = await printed({ plateNo: 'YYX3010', deductible: 300 });
    const [bodily, property] = ['Όριο σωματικών βλαβών ανά θύμα', 'Όριο υλικών ζημιών ανά ατύχημα'];
    for (const part of [`${bodily}\n1.300.000,00 €`, `${property}\n1.300.000,00 €`]) expect(text).toContain(part);
    expect(text).not.toContain('Απαλλαγή');
  });

  it('shows its deductible beside its cover, and who has a lien on the vehicle', async () => {
    const text = await printed({ plateNo: 'YYX3011', bundleCode: 'B3', deductible: 300, pawnerTitle: 'Τράπεζα' });
    for (const part of [
      'M09 Ίδιες ζημιές (μικτή) 9.000,00 € 300,00 €',
      'M05 Ολική και μερική κλοπή 9.000,00 € –',
      'Ενεχυρούχος δανειστής\nΤράπεζα',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Απαλλαγή\n');
  });
});

describe('the receipt', () => {
  it('is a document of its policy, and linked from the receipt', async () => {
    const policy = await createPolicy(fire);
    const path = `${fire.root}/common-api/policy/applications/${policy.id}/receipts`;
    const receipts = expectStatus(200, await fire.client.get(path)).json<
      { receipt_no: number; status: string; links: { href: string }[] }[]
    >();
    const paid = receipts.filter(({ status }) => status === 'PAID');
    expect(paid).toHaveLength(1);
    for (const { status, links } of receipts) expect(links).toHaveLength(status === 'PAID' ? 1 : 0);
    const [receipt] = (await listDocuments(fire, policy.id)).filter((one) => one.category_id === 30);
    expect(new URL(paid[0]!.links[0]!.href).pathname).toBe(documentsPath(policy.id, receipt!.id));
    expect(receipt).toMatchObject({ file_name: `${policy.policy_no}-${paid[0]!.receipt_no}.pdf`, system: '1' });
    const text = await getText(fire, policy.id, receipt!);
    for (const expected of ['Απόδειξη ασφαλίστρων', String(paid[0]!.receipt_no), policy.policy_no!, 'Εξοφλήθηκε'])
      expect(text).toContain(expected);
    await expectRefused(app, () => fire.client.delete(documentsPath(policy.id, receipt!.id)), { code: '-802' });
  });
});

describe('the green card', () => {
  const card = (who: MotorAgent, id: number | string) => who.call('PUT', `policies/${id}/greenCard`);

  it('is created once for a policy in force', async () => {
    const { id, policyNo } = await motor.createPolicy({ plateNo: 'YYX3001' });
    const first = expectStatus(201, await card(motor, id));
    const document = first.json<MotorDocumentResponse>();
    expect(document).toMatchObject({ docCategoryId: 31, fileName: `${policyNo}-green-card.pdf`, fileMime: 'application/pdf' });
    const second = expectStatus(200, await card(motor, id));
    expect(second.json()).toEqual(document);
    const own = motor.path(`policies/${id}/documents/${document.fileId}`);
    expect(new URL(first.headers['location']!).pathname).toBe(own);
    expect(second.headers['location']).toBe(first.headers['location']);
    const text = await getText(motor.agent, id, { id: document.fileId, file_name: document.fileName, category_id: 31, system: '1' });
    for (const expected of ['INTERNATIONAL MOTOR INSURANCE CARD', 'YYX3001', `GR / 000 / ${policyNo}`, 'Σερβία · Serbia'])
      expect(text).toContain(expected);
    const both = await Promise.all([card(motor, id), card(motor, id)]);
    for (const response of both) expect(response.json()).toEqual(document);
  });

  it('is refused without a policy in force, and to other agents', async () => {
    const { id: application } = await motor.insert();
    await expectRefused(app, () => card(motor, application), { code: '-301' });
    const { id } = await motor.createPolicy({ plateNo: 'YYX3002' });
    await app.query('production', `UPDATE application SET status = '55', version = version + 1 WHERE id = $1 RETURNING id`, [id]);
    await expectRefused(app, () => card(motor, id), { code: '-400' });
    for (const final of ['60', '65', '70']) {
      await app.query('production', `UPDATE application SET status = $2, version = version + 1 WHERE id = $1 RETURNING id`, [id, final]);
      await expectRefused(app, () => card(motor, id), { code: '-401' });
    }
    for (const unknown of ['abc', '9999999999']) await expectRefused(app, () => card(motor, unknown), { code: '-301' });
    await expectRefused(app, () => card(stranger, id), { code: '-301' });
  });

  it('is requested by the agent itself, and a supervisor only reads', async () => {
    const { production: supervisor } = await MotorAgent.create(app, { code: 'S300', name: 'Επόπτης' }, ['B100']);
    const { id } = await motor.createPolicy({ plateNo: 'YYX3003' });
    expectStatus(200, await supervisor.call('GET', `policies/${id}`));
    await expectRefused(app, () => card(supervisor, id), { status: 403, code: '-202' });
    expectStatus(201, await card(motor, id));
  });
});

describe('the documents that a commit requires', () => {
  const kept = (id: number) =>
    app.query<{ id: string; category_id: number }>(
      'production',
      'SELECT id, category_id FROM document WHERE application_id = $1 ORDER BY id',
      [id],
    );

  /** Waits until the application has documents of these categories; returns their ids. */
  async function printed(id: number, ...categories: number[]): Promise<string[]> {
    let rows = await kept(id);
    const printedCategories = (): string =>
      rows
        .map((row) => row.category_id)
        .sort((one, other) => one - other)
        .join();
    const isPrinted = async (): Promise<boolean> => {
      rows = await kept(id);
      return printedCategories() === categories.join();
    };
    await eventually(`documents of the categories ${categories.join()} are printed`, isPrinted, 20_000);
    return rows.map((row) => row.id);
  }

  // Its document was not printed before the stop; the job prints it.
  let left: number;
  beforeAll(async () => {
    left = (await createPrepaid(fire)).id;
    expect(await kept(left)).toEqual([]);
    await app.running.parts.startPrinting();
  });
  afterAll(() => app.running.parts.stopPrinting());

  it('are printed by the job when another process left them', async () => {
    expect(await printed(left, 1)).toHaveLength(1);
  });

  it('are printed at prepay, issue and payment without a request', async () => {
    const { id } = await createPrepaid(fire, QUARTERLY);
    const [application] = await printed(id, 1);
    expectStatus(205, await charge(fire, id));
    expect(await printed(id, 1, 28, 30)).toContain(application);
    expect((await listDocuments(fire, id)).map((one) => one.id)).toEqual((await kept(id)).map((row) => Number(row.id)));
  });

  it('are printed when the response of a call with Idempotency-Key is committed', async () => {
    const { id } = await fire.insert();
    const keyed = (path: string) => fire.client.put(path, undefined, { headers: { 'Idempotency-Key': `print ${path}` } });
    expectStatus(205, await keyed(fire.path(`${id}/prepay`)));
    await printed(id, 1);
    expectStatus(205, await keyed(`${fire.root}/collection-api/applications/${id}/charge`));
    await printed(id, 1, 28, 30);
  });

  it('are printed when the bank pays, and when a policy is cancelled with negative amounts', async () => {
    const issuing = await LocalCollectionClient.open(app);
    const { id, policy_no: policyNo } = await createPrepaid(fire);
    const { receiptNo } = await issuing.pay(fire, id);
    await printed(id, 1, 28, 30);
    const paid = (await listDocuments(fire, id)).find((one) => one.category_id === 30)!;
    expect(paid.file_name).toBe(`${policyNo}-${receiptNo}.pdf`);
    const text = await getText(fire, id, paid);
    for (const expected of ['Κωδικός πληρωμής RF', 'BANK-', 'Εξοφλήθηκε']) expect(text).toContain(expected);

    await issuing.moveTo('2026-12-20T10:00:00Z', fire);
    const cancelled = expectStatus(200, await issuing.cancel(id, '2026-12-20')).json<{ refund: { total: number } }>();
    expect(cancelled.refund.total).toBeGreaterThan(0);
    await printed(id, 1, 28, 30, 30, 32);
    const refund = (await listDocuments(fire, id)).find((one) => one.category_id === 30 && one.id !== paid.id)!;
    const amount = cancelled.refund.total.toFixed(2).replace('.', ',');
    const refunded = await getText(fire, id, refund);
    for (const expected of ['Απόδειξη επιστροφής', `Σύνολο -${amount} €`, '/REFUND', 'Το ποσό δεν έχει καταβληθεί ακόμη.'])
      expect(refunded).toContain(expected);
    for (const absent of ['Εξοφλήθηκε', 'Κωδικός πληρωμής']) expect(refunded).not.toContain(absent);
  });
});
