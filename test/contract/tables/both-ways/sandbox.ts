import { NEEDS_TOKEN, type Ways } from './way.js';

const FAULTS = '/test-api/resources/faults';

/** What a program brings about itself (docs/contract/sandbox.md); production has none of it. */
export const SANDBOX: Ways = {
  [`GET ${FAULTS}`]: NEEDS_TOKEN,
  [`POST ${FAULTS}`]: { done: [201, { json: { status: 'slow=0' } }], refused: ['400 -102', { json: { status: 'slow' } }] },
  [`DELETE ${FAULTS}`]: { done: [204, {}], refused: ['401 -201', { by: 'key' }] },
};
