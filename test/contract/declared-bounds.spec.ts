import { jest } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import { findRoles } from '../../src/backoffice/common/staff.guard.js';
import type { Access } from '../../src/gateway/call/route-rules.js';
import { listControllerRoutes } from '../../src/gateway/handler/controller-routes.js';
import type { Role } from '../../src/identity/user.service.js';
import type { Client } from '../support/client.js';
import { buildBoundaryInputs, isRefused, MODES, type BoundaryInput } from '../support/described/boundaries.js';
import { type DescribedOperation, listOperations, readDocument } from '../support/described/document.js';
import { type FireAgent, FireApp } from '../support/fire-app.js';
import { createStaff } from '../support/staff-client.js';
import { REFUSED_WITHIN_BOUNDS, UNSENT_OPERATIONS } from './tables/declared-bounds.js';

const document = readDocument();
const inputs = listOperations(document)
  .filter(({ name }) => !(name in UNSENT_OPERATIONS))
  .flatMap((described) =>
    MODES.flatMap((mode) => buildBoundaryInputs(document, described, mode).map((input) => ({ described, mode, input }))),
  )
  .filter(({ input }) => input.paths.length > 0);
/** Codes of values that are refused for their form. */
const FORM = new Set(['-102', '-103', '-104', '-105', '-110', '-111', '-112', '-113']);

// The calls of a mode are sent one after the other.
jest.setTimeout(180_000);

let app: FireApp;
let agent: FireAgent;
let senders: ReadonlyMap<string, { readonly access: Access; readonly roles: readonly Role[] }>;
let count = 0;
const staff = new Map<Role, Promise<Client>>();

beforeAll(async () => {
  app = await FireApp.start();
  agent = (await app.createAgent()).sandbox;
  const routes = listControllerRoutes(app.running.app.get(ModulesContainer));
  senders = new Map(
    routes.map(({ method, metatype, handler, rules }) => [method, { access: rules.access, roles: findRoles(metatype, handler) ?? [] }]),
  );
});
afterAll(() => app.stop());

/** Returns a client that may call. Calls without a session have different addresses, because of their limit. */
async function clientOf({ operation }: DescribedOperation): Promise<Client> {
  const { access, roles } = senders.get(operation.operationId)!;
  const { client } = app.running;
  if (access === 'token' || access === 'key') return agent.client;
  if (access !== 'staff') return client.with({ 'X-Forwarded-For': `198.51.${++count >> 8}.${count % 256}` });
  const role = roles[0]!;
  const opened = staff.get(role) ?? createStaff(app.running, role).then((one) => one.client);
  staff.set(role, opened);
  return opened;
}

interface Outcome {
  readonly status: number;
  /** Paths of the values that are refused for their form. */
  readonly refused: readonly string[];
}

async function send(described: DescribedOperation, { query, body }: BoundaryInput): Promise<Outcome> {
  const client = await clientOf(described);
  const path = described.template.replace(/\{\w+\}/g, '1');
  const search = query.size > 0 ? `?${new URLSearchParams([...query]).toString()}` : '';
  const response = await client.call(described.method, `${agent.root}${path}${search}`, { json: body });
  if (response.status < 400) return { status: response.status, refused: [] };
  const { details = [] } = response.json<{ details?: { path: string; code: string }[] }>();
  return { status: response.status, refused: details.filter(({ code }) => FORM.has(code)).map((detail) => detail.path) };
}

it('has bounds in most operations that read a body or a query', () => {
  expect(new Set(inputs.map(({ described }) => described.name)).size).toBeGreaterThan(150);
});

it('has a reason for each operation whose bounds are not sent', () => {
  const names = new Set(listOperations(document).map(({ name }) => name));
  expect(Object.keys(UNSENT_OPERATIONS).filter((name) => !names.has(name))).toEqual([]);
});

it.each(MODES)('accepts or refuses each value as declared: %s', async (mode) => {
  const wrong: string[] = [];
  for (const { described, input } of inputs.filter((one) => one.mode === mode)) {
    const { status, refused } = await send(described, input);
    const differing = input.paths.filter((path) => refused.includes(path) !== isRefused(mode));
    const unexpected = differing.filter((path) => isRefused(mode) || !(`${described.name} ${path}` in REFUSED_WITHIN_BOUNDS));
    wrong.push(...unexpected.map((path) => `${described.name} ${path} ${status}`));
  }
  expect(wrong).toEqual([]);
});
