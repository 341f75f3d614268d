import { buildDemoRegistry } from '../../src/record/reference/bonus-malus/demo-registry.loader.js';
import type { MotorOffersResponse, MotorQuoteTemplateResponse } from '../../src/services/mtr/motor-quote.dto.js';
import { isAfm } from '../../src/common/identifiers.js';
import { isPlate } from '../../src/common/plate.js';
import { referenceLists } from '../support/lists.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { MOTOR_CAR, MotorAgent } from '../support/motor.js';
import { expectViolations, expectError } from '../support/expect-error.js';

const ANY_BUNDLE = { ...MOTOR_CAR, bundleCode: undefined };

let app: FireApp;
let agent: MotorAgent;
let sandbox: MotorAgent;

beforeAll(async () => {
  app = await FireApp.start();
  ({ production: agent, sandbox } = await MotorAgent.create(app));
});
afterAll(() => app.stop());

async function quote(fields: object, query = ''): Promise<MotorOffersResponse> {
  return expectStatus(200, await agent.call('POST', `quotes/prices${query}`, fields)).json<MotorOffersResponse>();
}

describe('the prices of a vehicle quote', () => {
  it('cover every bundle of the usage as an application would cost, and nothing is stored', async () => {
    const before = await app.readFingerprint();
    const { bundles } = await quote(ANY_BUNDLE);
    expect(bundles.map(({ bundleCode, statusCode }) => [bundleCode, statusCode])).toEqual([
      ['B1', '01'],
      ['B2', '01'],
      ['B3', '01'],
    ]);
    expect(await app.readFingerprint()).toEqual(before);
    for (const offer of bundles) {
      const application = await agent.insert({ bundleCode: offer.bundleCode });
      expect(offer).toMatchObject({ premium: application.premium, covers: application.covers, bundleTitle: application.bundleTitle });
    }
  });

  it('warn of a value above the list price of the model, or far below it, and are calculated all the same', async () => {
    const model = referenceLists
      .all('vehicleModels')
      .find(({ listPriceEur, usageCodes }) => listPriceEur !== undefined && usageCodes.includes('01'))!;
    const price = model.listPriceEur!;
    const priceOf = (insuredValue: number): Promise<MotorOffersResponse> =>
      quote({ ...MOTOR_CAR, makeCode: model.makeCode, modelCode: model.code, bundleCode: 'B1', insuredValue });
    const [fitting, high, low] = [await priceOf(price), await priceOf(price + 1), await priceOf(price * 0.02 - 1)];
    expect([fitting.warnings, (await priceOf(price * 0.02)).warnings]).toEqual([undefined, undefined]);
    expect([high.warnings, low.warnings]).toMatchObject([
      [{ code: 'VALUE_HIGH', severity: 'warning', path: 'insuredValue' }],
      [{ code: 'VALUE_LOW', severity: 'warning', path: 'insuredValue' }],
    ]);
    const [status] = fitting.bundles.map(({ statusCode }) => statusCode);
    for (const { bundles } of [high, low])
      expect(bundles).toMatchObject([{ statusCode: status, premium: { gross: expect.any(Number) as number } }]);
    const withoutPrice = await quote({ ...MOTOR_CAR, modelCode: undefined, insuredValue: 1 });
    expect(withoutPrice.warnings).toBeUndefined();
  });

  it('explain each euro', async () => {
    const { bundles } = await quote({ ...MOTOR_CAR, bundleCode: 'B1' });
    expect(bundles).toHaveLength(1);
    const [line] = bundles[0]?.premium?.lines ?? [];
    // 185 × 1.00 × 1.25 × 1.00 × 1.00 × 1.00
    expect(line).toMatchObject({ cover: 'M01', technical: 231.25 });
    expect(line?.trace.map(({ table, key, value }) => `${table} ${key} ${value}`)).toEqual([
      'T_MTPL_HP 10 185.00',
      'T_USAGE 01 1.00',
      'T_REGION 11 1.25',
      'T_BM 10 1.00',
      'T_DRIVER_AGE 40 1.00',
      'T_LICENCE 21 1.00',
    ]);
  });

  it('need no plate, make or client, accept numeric texts, and start today with a car by default', async () => {
    const unknown = { policyStartDate: undefined, usageCode: undefined, plateNo: undefined, makeCode: undefined, modelCode: undefined };
    const car = { ...MOTOR_CAR, ...unknown };
    const { bundles } = await quote({ ...car, manufactureYear: '2018', insuredValue: '9000', bonusMalus: null, agentCode: 'A100' });
    expect(bundles[0]).toMatchObject({ bundleCode: 'B1', statusCode: '01', premium: { gross: 309.25 } });
    expect(bundles[0]?.premium?.instalments[0]).toMatchObject({ from: '2026-11-20' });
  });

  it('use the registry class of plate and client where none is declared', async () => {
    await app.query('production', `INSERT INTO bonus_malus_registry VALUES ('AHP1000', '123456783', 12, 0, 1, 'TEST', '2026-01-01')`);
    const car = { ...MOTOR_CAR, bonusMalus: undefined, plateNo: 'ΑΗΡ 1000', clientAfm: '123456783', bundleCode: 'B1' };
    const { bundles } = await quote(car);
    // 231.25 × 1.20
    expect(bundles[0]?.premium?.lines[0]).toMatchObject({ technical: 277.5 });
    const referred = await quote({ ...car, bonusMalus: 10 });
    expect(referred.bundles[0]?.messages.map(({ code }) => code)).toEqual(['M25-07']);
  });

  it.each<[string, object, string[]]>([
    ['a taxi has one bundle', { usageCode: '02', modelCode: undefined, makeCode: undefined }, ['B1 25']],
    ['a motorcycle', { usageCode: '05', plateNo: 'EMB-27', modelCode: undefined, makeCode: undefined }, ['B1 01', 'B2 01']],
    ['a usage without a tariff has none', { usageCode: '07', modelCode: undefined, makeCode: undefined }, []],
    ['a bundle that is not for the usage', { usageCode: '02', bundleCode: 'B3', modelCode: undefined, makeCode: undefined }, ['B3 00']],
    ['an old vehicle', { manufactureYear: 2005, bundleCode: 'B2' }, ['B2 25']],
    ['no value', { insuredValue: null, bundleCode: 'B1' }, ['B1 00']],
  ])('follow the usage: %s', async (_what, changes, expected) => {
    const { bundles } = await quote({ ...ANY_BUNDLE, ...changes });
    expect(bundles.map(({ bundleCode, statusCode }) => `${bundleCode} ${statusCode}`)).toEqual(expected);
    for (const { statusCode, premium, messages } of bundles) {
      expect(premium === null).toBe(statusCode === '00');
      if (statusCode !== '01') expect(messages.length).toBeGreaterThan(0);
    }
  });

  it('are missing when data are missing or the risk would be referred, and the reason is given', async () => {
    const { bundles, missing } = await quote({ usageCode: '01', insuredValue: 72_000, regionPostcode: '11527' }, '?validate=true');
    expect(missing).toEqual(expect.arrayContaining(['plateNo', 'makeCode', 'modelCode', 'bonusMalus', 'driverBirthYear', 'engineCc']));
    expect(missing).not.toContain('insuredValue');
    expect(bundles.map(({ bundleCode }) => bundleCode)).toEqual(['B1', 'B2', 'B3']);
    expect(bundles[0]).toMatchObject({ statusCode: '00', premium: null });
    expect(bundles[0]?.messages.map(({ code }) => code)).toEqual(expect.arrayContaining(['M00-02', 'M00-05', 'M25-04']));
    expect(await quote({ ...MOTOR_CAR, bundleCode: 'B1' }, '?validate=true')).toMatchObject({
      bundles: [{ statusCode: '01' }],
      missing: [],
    });
  });

  it('are refused when an application would be refused', async () => {
    const post = (changes: object) => () => agent.call('POST', 'quotes/prices', { ...MOTOR_CAR, ...changes });
    await expectViolations(app, post({ bundleCode: 'B9' }), ['bundleCode', '-602']);
    await expectViolations(app, post({ extraCovers: 'M99' }), ['extraCovers', '-603']);
    await expectViolations(app, post({ discountCodes: '77' }), ['discountCodes', '-604']);
    await expectViolations(app, post({ clientAfm: '1' }), ['clientAfm', '-110']);
    await expectViolations(app, post({ usageCode: 'x' }), ['usageCode', '-103']);
    expectError(await agent.call('POST', 'quotes/prices', { ...MOTOR_CAR, policyStartDate: '2020-01-01' }), { code: '-600' });
    expectError(await agent.call('POST', 'quotes/prices?validate=maybe', MOTOR_CAR), { code: '-105', violations: [['validate', '-105']] });
  });

  it('are returned for the template', async () => {
    const template = expectStatus(200, await agent.call('GET', 'quotes/prices')).json<MotorQuoteTemplateResponse>();
    expect(template).toMatchObject({ agentCode: 'A100', acceptedValues: { bundleCode: ['B1', 'B2', 'B3'], bonusMalus: [1, 20] } });
    expect(template.manufactureYear).toBe('2021');
    const [priced] = (await quote(template)).bundles;
    expect(priced).toMatchObject({ statusCode: '01' });
    expect((await quote({ ...template, manufactureYear: 2021 })).bundles[0]).toEqual(priced);
  });
});

describe('the bonus-malus registry', () => {
  it('finds the class by plate in any spelling and owner, in its own environment', async () => {
    await app.query('production', `INSERT INTO bonus_malus_registry VALUES ('NNN7777', '090000045', 4, 0, 2, 'TEST', '2026-02-01')`);
    const path = (afm: string) => `quotes/bonusMalus?plateNo=${encodeURIComponent('ννν-7777')}${afm}`;
    const expected = { plateNo: 'NNN7777', bonusMalus: 4, claimsLast5Years: 2, source: 'TEST', asOf: '2026-02-01' };
    for (const afm of ['', '&clientAfm=090000045', '&clientAfm=090000045&manufactureYear=2018'])
      expect(expectStatus(200, await agent.call('GET', path(afm))).json()).toEqual(expected);
    expectError(await agent.call('GET', path('&clientAfm=123456783')), { code: '-606' });
    expectError(await sandbox.call('GET', path('')), { code: '-606' });
    expectError(await agent.call('GET', 'quotes/bonusMalus?plateNo=QQQ1234'), { code: '-112', violations: [['plateNo', '-112']] });
    expectError(await agent.call('GET', 'quotes/bonusMalus'), { code: '-105', violations: [['plateNo', '-105']] });
  });

  it('has a few hundred valid rows for trials, each once', () => {
    const rows = buildDemoRegistry();
    expect(new Set(rows.map(({ plateNo }) => plateNo)).size).toBe(300);
    for (const { plateNo, afm, bonusMalus } of rows)
      expect([isPlate(plateNo, 'car'), isAfm(afm), bonusMalus > 0 && bonusMalus <= 20]).toEqual([true, true, true]);
  });
});
