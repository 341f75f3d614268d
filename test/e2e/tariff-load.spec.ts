import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import { loadTariff, readTariffCommand, verifyTariff } from '../../src/record/reference/tariffs/tariff-command.js';
import { addProductInformation } from '../../src/record/reference/tariffs/tariff-corrections.js';
import { TariffRepository } from '../../src/record/reference/tariffs/tariff.repository.js';
import { startApp } from '../support/app.js';
import { parseLinks } from '../support/collection.js';
import { expectStatus, FireApp, MORNING, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { applyChanges, type Changes } from '../support/json-changes.js';
import { MotorAgent, type MotorEntity } from '../support/motor.js';
import { pdfText } from '../support/pdf-text.js';
import { expectAllRefused, expectViolations } from '../support/expect-error.js';
import { uploadSigned } from '../support/signed-paper.js';
import { StaffClient } from '../support/staff-client.js';
import { eventually } from '../support/eventually.js';

let app: FireApp;
let agent: FireAgent;
let repository: TariffRepository;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
  repository = app.running.parts.tariffRepository;
});
afterAll(() => app.stop());

const SAMPLE = readFileSync(join(PACKAGE_ROOT, 'tariffs/fire-sample-1.json'), 'utf8');
/** Changes a tariff to twice the earthquake rate from 2027 on. */
const LATER: Changes = { version: 2, validFrom: '2027-01-01', 'tables.T_SKELETON_EQ.rows.01': '2.00' };
const NEW_YEAR = '2027-01-01';

function tariff(changes: Changes): string {
  return JSON.stringify(applyChanges(addProductInformation(JSON.parse(SAMPLE)) as object, changes));
}

const starting = (startDate: string): Promise<FireEntity> => agent.insert(agent.body({ start_date: startDate }));

const waitFiveSeconds = (check: () => Promise<boolean>): Promise<void> => eventually('the node uses what was loaded', check, 5_000);

describe('a tariff that is loaded while the program runs', () => {
  it('prices later starts on every node within 5 seconds, and changes nothing else', async () => {
    const before = { this: await starting('2026-12-31'), next: await starting(NEW_YEAR) };
    expect([before.this.pricing, before.next.pricing]).toMatchObject([
      { tariff_version: 1, gross: 332.64 },
      { tariff_version: 1, gross: 332.64 },
    ]);
    const node = await startApp({ clock: app.clock, database: app.running.database });
    try {
      expect(await loadTariff(repository, 'production', tariff(LATER))).toBe(true);
      await waitFiveSeconds(async () => (await starting(NEW_YEAR)).pricing?.tariff_version === 2);
      const other = node.client.with({}).withKey(agent.access.apiKey);
      const token = (await other.post('/auth-api/resources/tokens', { 'user-key': agent.access.userKey })).json<{ token: string }>().token;
      await waitFiveSeconds(async () => {
        const response = await other.withToken(token).post(agent.path(), agent.body({ start_date: NEW_YEAR }));
        return expectStatus(201, response).json<FireEntity>().pricing?.tariff_version === 2;
      });
    } finally {
      await node.stop();
    }

    const earthquake = ({ pricing }: FireEntity): number | undefined => pricing?.lines.find(({ cover }) => cover === '005')?.net;
    const later = await starting(NEW_YEAR);
    expect([later.pricing?.tariff_version, earthquake(later)]).toEqual([2, (earthquake(before.next) ?? 0) * 2]);
    expect((await starting('2026-12-31')).pricing).toEqual(before.this.pricing);

    expect(await agent.get(before.this.id)).toEqual(before.this);
    expect(await agent.get(before.next.id)).toEqual(before.next);
    expectStatus(200, await agent.act(before.next.id, 'edit'));
    expect(expectStatus(200, await agent.act(before.next.id, 'calc')).json()).toMatchObject({ pricing: later.pricing });
  });

  it('causes an older price to be refused at prepay, since a new calculation differs', async () => {
    const { id } = await starting('2027-02-01');
    const version = JSON.stringify(
      applyChanges(JSON.parse(tariff(LATER)) as object, { version: 3, validFrom: '2027-02-01', 'tables.T_SKELETON_EQ.rows.01': '3.00' }),
    );
    expect(await loadTariff(repository, 'production', version)).toBe(true);
    await waitFiveSeconds(async () => (await starting('2027-02-01')).pricing?.tariff_version === 3);
    expect((await agent.act(id, 'prepay')).json()).toMatchObject({ error: '-605' });
    expect((await agent.get(id)).pricing?.tariff_version).toBe(2);
  });

  it('applies only to its environment', async () => {
    const sandbox = (await app.createAgent({ code: 'B400' })).sandbox;
    app.clock.set(MORNING);
    expect((await sandbox.insert(sandbox.body({ start_date: NEW_YEAR }))).pricing?.tariff_version).toBe(1);
  });
});

describe('an approval without a cover that a later tariff needs', () => {
  const START = '2026-12-01';
  const TERMS = { terms: { excludedCovers: ['M06'] } };
  /** Prices glass by the protection of the bonus-malus class. */
  const percentOfGlass = { type: 'percentOfCover', cover: 'M06', rate: '0.06' };
  const LATER_MOTOR: Changes = { version: 2, validFrom: START, 'covers[13].basis': percentOfGlass, 'rules[16].all[0].value': '61500.00' };
  let motor: MotorAgent;
  let underwriter: StaffClient;
  let issuer: StaffClient;

  /** Creates a vehicle application that was referred for its value and approved. */
  async function approved(insuredValue: number): Promise<MotorEntity> {
    const { id } = await motor.insert({ policyStartDate: START, bundleCode: 'B2', insuredValue });
    expectStatus(205, await motor.act(id, 'requestApproval'));
    expectStatus(200, await underwriter.decide(id, 'approve_with_terms', TERMS));
    return motor.get(id);
  }

  it('is void: refused where the price must hold, and priced without it in an update', async () => {
    app.clock.set(MORNING);
    motor = (await MotorAgent.create(app, { code: 'M500' })).production;
    underwriter = await StaffClient.open(app.running, 'underwriter');
    issuer = await StaffClient.open(app.running, 'issuing');
    const coversOf = ({ premium }: MotorEntity): unknown[] => (premium?.lines ?? []).map(({ cover }) => cover);
    const [first, waiting, cheaper] = [await approved(62_000), await approved(62_000), await approved(61_000)];
    expect([first.statusCode, coversOf(first).includes('M06')]).toEqual(['01', false]);
    expectStatus(200, await motor.act(waiting.id, 'requestCustomerApproval'));

    const sample = addProductInformation(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'tariffs/motor-sample-1.json'), 'utf8'))) as object;
    expect(await loadTariff(repository, 'production', JSON.stringify(applyChanges(sample, LATER_MOTOR)))).toBe(true);
    await waitFiveSeconds(async () => (await motor.insert({ policyStartDate: START })).premium?.tariffVersion === 2);

    const documentId = await uploadSigned(motor.agent, waiting.id);
    const actions = ['issuePrepay', 'freeze', 'requestCustomerApproval', 'issueCharge'];
    await expectAllRefused(
      app,
      [...actions.map((action) => () => motor.act(first.id, action)), () => issuer.recordAcceptance(waiting.id, true, { documentId })].map(
        (call) => [call, { code: '-605' }],
      ),
    );

    const updated = expectStatus(200, await motor.put(first.id, { comments: 'x' })).json<MotorEntity>();
    expect([updated.statusCode, updated.premium?.tariffVersion, coversOf(updated).includes('M06')]).toEqual(['25', 2, true]);
    expectStatus(205, await motor.act(first.id, 'requestApproval'));
    await expectViolations(app, () => underwriter.decide(first.id, 'approve_with_terms', TERMS), ['terms.excludedCovers[0]', '-102']);
    expectStatus(200, await underwriter.decide(first.id, 'approve'));
    expectStatus(205, await motor.act(first.id, 'issuePrepay'));

    // The later tariff does not refer it, so it is sold with the cover and without the terms in its contract.
    expect(expectStatus(200, await motor.put(cheaper.id, { comments: 'x' })).json()).toMatchObject({ statusCode: '01' });
    const issued = expectStatus(205, await motor.act(cheaper.id, 'issueCharge'));
    const text = await pdfText((await motor.agent.client.get(parseLinks(issued)['policy'] ?? '')).bytes);
    expect([text.includes('Θραύση κρυστάλλων'), text.includes('Όροι έγκρισης')]).toEqual([true, false]);
  });
});

describe('a tariff that is not loaded', () => {
  const load = (changes: Changes): Promise<boolean> => loadTariff(repository, 'sandbox', tariff(changes));

  it('is the same file again: nothing happens', async () => {
    expect(await loadTariff(repository, 'sandbox', SAMPLE)).toBe(false);
  });

  it.each<[string, Changes, RegExp]>([
    ['a version with other content', { note: 'changed' }, /version 1 is loaded already with other content/],
    ['one that is not later', { version: 2 }, /^validFrom: .* is not later than .* in sandbox/],
    ['one that lacks a row', { ...LATER, 'tables.T_SKELETON_EQ.rows': { '01': '1.00' } }, /no row for 02\n.*no row for 03/],
    ['one that is no tariff', { ...LATER, covers: 5 }, /covers/],
  ])('is a file with %s', async (_, changes, message) => {
    const before = await app.readFingerprint();
    await expect(load(changes)).rejects.toThrow(message);
    expect(await app.readFingerprint()).toEqual(before);
  });

  it('is a file that is not JSON', () => {
    expect(() => verifyTariff('{')).toThrow(/JSON/);
  });
});

describe('the command npm run tariff', () => {
  it('has the actions verify, load and the option of the environment', () => {
    expect(readTariffCommand(['verify', 'a.json'])).toEqual({ name: 'verify', file: 'a.json', environment: null });
    expect(readTariffCommand(['load', 'a.json', '--environment', 'sandbox'])).toEqual({
      name: 'load',
      file: 'a.json',
      environment: 'sandbox',
    });
  });

  it.each([
    [[]],
    [['verify']],
    [['erase', 'a.json']],
    [['load', 'a.json', 'b.json']],
    [['load', 'a.json', '--environment', 'x']],
    [['load', 'a', '--y']],
  ])('prints its usage for %j', (args) => expect(() => readTariffCommand(args)).toThrow(/Usage: npm run tariff/));
});
