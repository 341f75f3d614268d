import { openAgentConsole } from '../../../support/agent-console.js';
import { expectStatus } from '../../../support/fire-app.js';
import { AGENT_CODE, type CallFixture } from './call-fixture.js';
import type { Call, Way, Ways } from './way.js';

const DRAFTS = '/backoffice-api/quote-drafts';
const DRAFT = { line: 'fire', title: 'Σόλωνος 12', content: '{"start_date":"2026-12-01"}', clientConsents: true };
const UNKNOWN = 999_999;

/** Sends the call as a user of the agent whose console is granted. */
const asUser =
  (call: Omit<Call, 'by'>): Way =>
  async ({ app }) => ({ ...call, by: await openAgentConsole(app.running, AGENT_CODE) });

/** Sends the call on a form that its user saved. */
const onSaved =
  (json?: object): Way =>
  async (fixture: CallFixture) => {
    const by = await openAgentConsole(fixture.app.running, AGENT_CODE);
    const { id } = expectStatus(201, await fixture.call(`POST ${DRAFTS}`, { by, json: DRAFT })).json<{ id: number }>();
    return { by, at: [id], json };
  };

/** Operations for the saved forms of quotes. */
export const QUOTE_DRAFTS: Ways = {
  [`GET ${DRAFTS}`]: { done: [200, asUser({})], refused: ['400 -105', asUser({ query: 'line=life' })] },
  [`POST ${DRAFTS}`]: {
    done: [201, asUser({ json: DRAFT })],
    refused: ['400 -102', asUser({ json: { ...DRAFT, clientConsents: false } })],
  },
  [`GET ${DRAFTS}/{id}`]: { done: [200, onSaved()], refused: ['400 -304', asUser({ at: [UNKNOWN] })] },
  [`PUT ${DRAFTS}/{id}`]: {
    done: [200, onSaved({ ...DRAFT, title: 'Σόλωνος 14' })],
    refused: ['400 -304', asUser({ at: [UNKNOWN], json: DRAFT })],
  },
  [`DELETE ${DRAFTS}/{id}`]: { done: [204, onSaved()], refused: ['400 -304', asUser({ at: [UNKNOWN] })] },
};
