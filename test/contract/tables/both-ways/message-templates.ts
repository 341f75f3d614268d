import { expectStatus } from '../../../support/fire-app.js';
import type { CallFixture } from './call-fixture.js';
import type { Call, Ways } from './way.js';

const TEMPLATES = '/backoffice-api/message-templates';
const TEMPLATE = { decision: 'request_documents', title: 'Φωτογραφίες οχήματος', text: 'Στείλτε φωτογραφίες του οχήματος {plate}.' };
const CREATED: Call = { by: 'admin', json: TEMPLATE };
const UNKNOWN: Call = { by: 'admin', at: [999_999] };

async function ofCreated(fixture: CallFixture, json?: object): Promise<Call> {
  const { id } = expectStatus(201, await fixture.call(`POST ${TEMPLATES}`, CREATED)).json<{ id: number }>();
  return { by: 'admin', at: [id], json };
}

/** Operations for the templates of underwriters' messages. */
export const MESSAGE_TEMPLATES: Ways = {
  [`GET ${TEMPLATES}`]: { done: [200, { by: 'underwriter' }], refused: ['400 -105', { by: 'underwriter', query: 'decision=approve' }] },
  [`POST ${TEMPLATES}`]: { done: [201, CREATED], refused: ['400 -101', { by: 'admin', json: {} }] },
  [`GET ${TEMPLATES}/{id}`]: { done: [200, (fixture) => ofCreated(fixture)], refused: ['400 -304', UNKNOWN] },
  [`PUT ${TEMPLATES}/{id}`]: {
    done: [200, (fixture) => ofCreated(fixture, { ...TEMPLATE, title: 'Φωτογραφίες' })],
    refused: ['400 -304', { ...UNKNOWN, json: TEMPLATE }],
  },
  [`DELETE ${TEMPLATES}/{id}`]: { done: [204, (fixture) => ofCreated(fixture)], refused: ['400 -304', UNKNOWN] },
};
