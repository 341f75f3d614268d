import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainError } from '../../src/common/domain-error.js';
import { PACKAGE_ROOT } from '../../src/common/package-root.js';
import type { ChangeContext } from '../../src/record/core/lines/change.js';
import type { FireQuestionnaire } from '../../src/record/reference/products/fire-questionnaire.js';
import type { LineCode, Questionnaires } from '../../src/record/reference/products/line-table.js';
import type { MotorQuestionnaire } from '../../src/record/reference/products/motor-questionnaire.js';
import { loadTariff } from '../../src/record/reference/tariffs/tariff-command.js';
import { addProductInformation } from '../../src/record/reference/tariffs/tariff-corrections.js';
import { OTHER_AFMS } from '../support/fire.js';
import { FireApp } from '../support/fire-app.js';
import { MotorAgent, registerClass } from '../support/motor.js';

const ENVIRONMENT = 'production';
const [OTHER_AFM] = OTHER_AFMS;
/** Months after the start of both policies. */
const LATER = new Date('2027-06-15T08:00:00Z');

let app: FireApp;
let agentCode: string;
let fire: FireQuestionnaire;
let motor: MotorQuestionnaire;

beforeAll(async () => {
  app = await FireApp.start();
  const { production: agent } = await MotorAgent.create(app);
  agentCode = agent.agent.access.agentCode;
  fire = await load((await agent.agent.insert()).id);
  motor = await load((await agent.insert({ drivers: [{ name: 'Νίκος' }], fuelType: 1 })).id);
  // A later tariff has more codes than that of the policies.
  const later = addProductInformation(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'tariffs/fire-sample-1.json'), 'utf8'))) as {
    covers: { code: string }[];
    bundles: { code: string }[];
    discounts: { code: string }[];
  };
  for (const list of [later.covers, later.bundles, later.discounts]) list.push({ ...list[0]!, code: '777' });
  await loadTariff(app.running.parts.tariffRepository, ENVIRONMENT, JSON.stringify({ ...later, version: 2, validFrom: '2027-01-01' }));
  await app.running.parts.reloadTariffs();
});
afterAll(() => app.stop());

async function load<Q>(id: number): Promise<Q> {
  const application = await app.running.parts.applicationRepository.findAnyApplication(ENVIRONMENT, id);
  return application?.questionnaire as object as Q;
}

/** Reads without a user, as staff do. */
function read<C extends LineCode>(line: C, changes: unknown, stored: Questionnaires[C]): Promise<Questionnaires[C]> {
  const tariff = { tariffCode: `${line.toUpperCase()}-SAMPLE`, tariffVersion: 1 };
  const context: ChangeContext = { environment: ENVIRONMENT, at: LATER, agentCode, tariff };
  return app.running.parts.lines.of(line).reader.readChange(context, changes, stored);
}

async function listViolations(reading: Promise<unknown>): Promise<[path: string, code: string][]> {
  const error = await reading.then(
    () => null,
    (caught: DomainError) => caught,
  );
  return (error?.violations ?? []).map(({ path, code }) => [path, code]);
}

describe('a change of a running policy', () => {
  it('of nothing returns the stored questionnaire, though its start is past', async () => {
    expect(await read('fire', {}, fire)).toEqual(fire);
    expect(await read('motor', {}, motor)).toStrictEqual(motor);
    expect(motor.policyStartDate < '2027').toBe(true);
  });

  it('of a fire object keeps other fields and ids, and gives new items new ids', async () => {
    const [object] = fire.objects_insured;
    const owner = { ...fire.insured, afm: OTHER_AFM, last_name: 'Άλλος' };
    const changes = {
      objects_insured: [
        { object_id: object?.object_id, square_meters: 120, 'co-owners': [owner] },
        { ...object, object_id: undefined },
      ],
    };
    const { client, objects_insured: objects } = await read('fire', changes, fire);

    expect(client).toEqual(fire.client);
    expect(objects[0]).toEqual({ ...object, square_meters: 120, 'co-owners': [{ ...owner, co_owner_id: expect.any(Number) as number }] });
    expect(objects[1]?.object_id).not.toBe(object?.object_id);
  });

  it('of a person merges its fields, and keeps the person’s id', async () => {
    expect((await read('motor', { client: { mobile: '6900000000' } }, motor)).client).toEqual({ ...motor.client, mobile: '6900000000' });
    expect((await read('fire', { insured: { city: 'Πάτρα' } }, fire)).insured).toEqual({ ...fire.insured, city: 'Πάτρα' });
  });

  it('keeps a frozen price and the titles of the agents', async () => {
    const frozen = { tariffCode: 'MOTOR-SAMPLE', tariffVersion: 1, until: '2027-01-01' };
    const { frozen: kept, agentTitles } = await read('motor', { insuredValue: 1 }, { ...motor, frozen });

    expect([kept, agentTitles]).toEqual([frozen, motor.agentTitles]);
  });

  it('keeps the class of the registry for another plate, and looks it up for another class or client', async () => {
    await registerClass(app, ENVIRONMENT, { plateNo: 'BKI5801', bonusMalus: 3 });
    await registerClass(app, ENVIRONMENT, { plateNo: 'BKI5801', afm: OTHER_AFM, bonusMalus: 15 });
    const classOf = async (changes: object) => (await read('motor', { plateNo: 'BKI 5801', ...changes }, motor)).registryBonusMalus;

    expect(await classOf({})).toBe(motor.registryBonusMalus);
    expect(await classOf({ bonusMalus: motor.bonusMalus })).toBe(motor.registryBonusMalus);
    expect(await classOf({ bonusMalus: 3 })).toBe(3);
    expect(await classOf({ client: { afm: OTHER_AFM, lastName: 'Άλλος' } })).toBe(15);
  });

  it('reports every violation at its path in the changes', async () => {
    const [object] = fire.objects_insured;
    const objects = [
      { ...object, object_id: 999_999 },
      { ...object, post_code: 'x' },
    ];

    expect(await listViolations(read('fire', { client: { afm: '1' }, objects_insured: objects }, fire))).toEqual([
      ['changes.client.afm', '-110'],
      ['changes.objects_insured[1].post_code', '-113'],
      ['changes.objects_insured[0].object_id', '-304'],
    ]);
    expect(await listViolations(read('motor', { client: { afm: '1' }, insuredValue: 'x' }, motor))).toEqual([
      ['changes.client.afm', '-110'],
      ['changes.insuredValue', '-102'],
    ]);
    expect(await listViolations(read('motor', { bundleCode: null }, motor))).toEqual([['changes.bundleCode', '-101']]);
    expect(await listViolations(read('motor', [], motor))).toEqual([['changes', '-102']]);
    expect(await listViolations(read('fire', [], fire))).toEqual([['changes', '-102']]);
  });

  it('refuses codes that only a later tariff has', async () => {
    const [object] = fire.objects_insured;
    const changes = { objects_insured: [{ ...object, bundle_code: '777', extra_covers: '777', discounts: ['777'] }] };

    expect(await listViolations(read('fire', changes, fire))).toEqual([
      ['changes.objects_insured[0].bundle_code', '-602'],
      ['changes.objects_insured[0].extra_covers[0].cover', '-603'],
      ['changes.objects_insured[0].discounts[0]', '-604'],
    ]);
    await expect(read('fire', changes, fire)).rejects.toMatchObject({
      text: { en: expect.stringMatching(/bundle.*\. The tariff with which the policy was issued applies\.$/) as string },
    });
  });
});
