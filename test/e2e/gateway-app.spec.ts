import { startApp, type RunningApp } from '../support/app.js';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.stop());

describe('the whole application', () => {
  it('is live and ready on both ports', async () => {
    const tls = await running.tls();
    for (const client of [running.plain, tls]) {
      expect((await client.get('/health/live')).json()).toEqual({ status: 'ok' });
      expect((await client.get('/health/ready')).json()).toEqual({ status: 'ok' });
    }
  });

  it('refuses an unknown key by a query of the database', async () => {
    const response = await running.client.withKey('A'.repeat(40)).post('/auth-api/resources/tokens', {});
    expect(response.status).toBe(403);
    expect(response.json()).toMatchObject({ error: { code: 'API_KEY_INVALID' } });
  });
});
