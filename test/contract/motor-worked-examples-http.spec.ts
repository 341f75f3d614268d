import type { MotorPremiumResponse } from '../../src/services/mtr/motor-response.dto.js';
import type { HttpResponse } from '../support/client.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { MOTOR_CLIENT, MotorAgent, registerClass, type MotorEntity } from '../support/motor.js';
import { workedExamples } from '../support/worked-examples.js';

const ENTRY_CLASS = 10;

let app: FireApp;
let agent: Record<'production' | 'sandbox', MotorAgent>;

beforeAll(async () => {
  app = await FireApp.start();
  agent = await MotorAgent.create(app);
});
afterAll(() => app.stop());

/** Converts the amounts of the examples from text to numbers; rates and steps remain text. */
function asNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asNumbers);
  if (typeof value !== 'object' || value === null) return value;
  const texts = new Set(['trace', 'from', 'to', 'taxClass', 'cover', 'code']);
  const toNumber = (item: unknown): unknown => (typeof item === 'string' ? Number(item) : asNumbers(item));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, texts.has(name) ? item : toNumber(item)]));
}

function listFigures({ tariffVersion: _version, instalments, lines, ...totals }: MotorPremiumResponse) {
  return { totals, instalments, lines: lines.map(({ title: _title, sumInsured: _sum, ...line }) => line) };
}

/** Inserts an example. Classes better than that of entry are registered before, because they would be referred. */
async function post(environment: 'production' | 'sandbox', input: unknown): Promise<HttpResponse> {
  const body = input as { plateNo: string; bonusMalus: number };
  if (body.bonusMalus < ENTRY_CLASS) await registerClass(app, environment, body);
  return agent[environment].post({ ...body, client: MOTOR_CLIENT });
}

describe.each(['production', 'sandbox'] as const)('the worked vehicles over HTTP, %s', (environment) => {
  it.each(workedExamples.motor.map((example) => [`${example.id} ${example.title}`, example] as const))(
    'get the price of %s',
    async (_name, { input, expected }) => {
      const response = await post(environment, input);
      const entity = expectStatus(201, response).json<MotorEntity>();

      expect([entity.statusCode, entity.applicationMessages]).toEqual([expected.status, []]);
      const { lines, totals, instalments } = expected;
      expect(listFigures(entity.premium!)).toEqual(asNumbers({ lines, totals, instalments }));
      const again = await agent[environment].get(entity.id);
      expect(again).toMatchObject({ id: entity.id, premium: entity.premium });
    },
  );

  const decisions = workedExamples.decisions.filter(({ branch }) => branch === 'motor');
  it.each(decisions.map((decision) => [`${decision.id} ${decision.title}`, decision] as const))(
    'get the decision of %s',
    async (_name, { input, expected }) => {
      const response = await post(environment, input);
      const entity = expectStatus(201, response).json<MotorEntity>();

      expect(entity.statusCode).toBe(expected.status);
      expect(entity.pendingMessages.map(({ code, path }) => [code, path])).toEqual(
        expected.messages.map(({ rule, where }) => [rule, where]),
      );
      expect(entity.premium?.gross ?? null).toBe(expected.gross === null ? null : Number(expected.gross));
    },
  );
});
