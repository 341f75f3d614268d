import { FireApp, type FireAgent, type FireEntity } from '../support/fire-app.js';
import { workedExamples, type DecisionExample, type ExpectedMessage, type PricedExample } from '../support/worked-examples.js';

let app: FireApp;
let agent: FireAgent;

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).production;
});
afterAll(() => app.stop());

type Json = Record<string, unknown>;
const SEVERITIES: Record<string, string> = { '00': 'error', '25': 'referral', WARN: 'warning' };
const NOT_RATED = { address: 'Ερμού', city: 'Πόλη', bordering: '0', building_floors: [-2, 12], construction_of_walls: '01' };

/** Inserts an example. Its input has only the rating fields; the rest comes from the documented example. */
async function insertExample(input: unknown): Promise<FireEntity> {
  const { objects_insured: objects, ...application } = input as Json & { objects_insured: Json[] };
  const inserted = await agent.insert(
    agent.body({ ...application, objects_insured: objects.map((object) => ({ ...NOT_RATED, ...object })) }),
  );
  expect(await agent.get(inserted.id)).toEqual(inserted);
  return inserted;
}

/** Converts names and figures of the file to those of the fire service: snake_case, and amounts as numbers. */
function onTheWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onTheWire);
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ['trace', 'group', 'cover'].includes(name) ? (item as unknown) : onTheWire(item),
    ]),
  );
}

function messagesOnTheWire(messages: readonly ExpectedMessage[]): Json[] {
  return messages.map(({ rule, outcome, where }) => ({
    code: rule,
    severity: SEVERITIES[outcome],
    path: where,
    text: expect.any(String) as unknown,
  }));
}

describe('POST /fire-api/rsc/applications: the worked examples', () => {
  it('runs at the calculation date of the examples', () => expect(app.clock.today()).toBe(workedExamples.calculationDate));

  it.each(workedExamples.fire.map((example): [string, PricedExample] => [`${example.id} ${example.title}`, example]))(
    'returns the price of %s',
    async (_name, { input, expected }) => {
      const entity = await insertExample(input);
      const { pricing } = entity;
      if (pricing === null) throw new Error('no price');
      const { lines, instalments, tariff_version: tariffVersion, ...totals } = pricing;

      expect(entity.status_code).toBe(expected.status);
      expect(entity.messages).toEqual(messagesOnTheWire(expected.messages));
      expect(entity.objects_insured.map((object) => object.enfia_eligible)).toEqual(expected.enfiaEligible);
      expect(lines.map(({ title: _title, sum_insured: _sum, ...line }) => line)).toEqual(onTheWire(expected.lines));
      expect(totals).toEqual(onTheWire(expected.totals));
      expect(instalments).toEqual(onTheWire(expected.instalments));
      expect(tariffVersion).toBe(1);
      expect(cents(instalments.map(({ gross }) => gross))).toBe(cents([pricing.gross]));
    },
  );

  it.each(workedExamples.fire.map((example): [string, PricedExample] => [example.id, example]))(
    'stores the total of %s exactly in separate columns',
    async (_id, { input, expected }) => {
      const { id } = await insertExample(input);
      const [row] = await app.query('production', 'SELECT net, fee, tax, levy, gross, tariff_code FROM application WHERE id = $1', [id]);
      const { net, fee, taxTotal: tax, levyTotal: levy, gross } = expected.totals as Record<string, string>;
      expect(row).toEqual({ net, fee, tax, levy, gross, tariff_code: 'FIRE-SAMPLE' });
    },
  );
});

describe('POST /fire-api/rsc/applications: the worked decisions', () => {
  const decisions = workedExamples.decisions.filter(({ branch }) => branch === 'fire');

  it.each(decisions.map((decision): [string, DecisionExample] => [`${decision.id} ${decision.title}`, decision]))(
    'returns the decision of %s',
    async (_name, { input, expected }) => {
      const entity = await insertExample(input);
      expect(entity.status_code).toBe(expected.status);
      expect(entity.messages).toEqual(messagesOnTheWire(expected.messages));
      expect(entity.pricing?.gross ?? null).toBe(expected.gross === null ? null : Number(expected.gross));
    },
  );
});

function cents(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
}
