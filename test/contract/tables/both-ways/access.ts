import { NEEDS_KEY, type BothWays, type Ways } from './way.js';

const TOKENS: BothWays = {
  done: [201, ({ agent }) => ({ by: 'key', json: { 'user-key': agent.access.userKey } })],
  refused: ['401 -201', { by: 'key', json: { 'user-key': 'x'.repeat(40) } }],
};

/** Tokens of each service, and the usage of a key (auth.1, auth.8). */
export const ACCESS: Ways = {
  'POST /auth-api/resources/tokens': TOKENS,
  'POST /parameters-api/tokens': TOKENS,
  'POST /mtr-api/resources/tokens': TOKENS,
  'GET /auth-api/resources/usage': NEEDS_KEY,
  'GET /auth-api/resources/calls': {
    done: [200, { query: 'status=2xx&route=/auth-api&from=2026-11-20' }],
    refused: ['400 -105', { query: 'status=6xx' }],
  },
};
