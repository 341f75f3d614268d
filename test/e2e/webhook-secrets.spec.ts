import { spawnSync } from 'node:child_process';
import { SecretBox } from '../../src/record/reference/secrets/secret-box.js';
import type { WebhookResponse } from '../../src/services/events/webhook.dto.js';
import { startApp, type RunningApp } from '../support/app.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { expectRefused } from '../support/expect-error.js';
import { type IssuedWebhook, RECEIVER, WebhookClient } from '../support/webhook-client.js';

let app: FireApp;
beforeAll(async () => {
  app = await FireApp.start();
});
afterAll(() => app.stop());

describe('the key of webhook secrets', () => {
  const url = (rest = ''): string => `/events-api/resources/webhooks${rest}`;

  async function startWith(secretsKeys: readonly Buffer[]): Promise<RunningApp> {
    const running = await startApp({ clock: app.clock, database: app.running.database, config: { secretsKeys } });
    await running.parts.stopTimedWork();
    return running;
  }

  it('is required to create or rotate, and the caller gets the operator’s task', async () => {
    const owner = new WebhookClient((await app.createAgent({ code: 'A100' })).production);
    const { id } = await owner.create();
    const running = await startWith([]);
    try {
      const client = running.client.withKey(owner.agent.access.apiKey);
      const issued = await client.post('/auth-api/resources/tokens', { 'user-key': owner.agent.access.userKey });
      const caller = client.withToken(issued.json<{ token: string }>().token);
      for (const call of [() => caller.post(url(), { url: RECEIVER }), () => caller.post(url(`/${id}/rotate`))]) {
        const refused = await expectRefused(app, call, { status: 503, code: '-2' });
        expect(refused.json<{ message: string }>().message).toContain('SECRETS_KEY');
      }
      expect(expectStatus(200, await caller.get(url(`/${id}`))).json()).toMatchObject({ disabled_reason: 'SECRET_UNREADABLE' });
      // Nothing has changed for nodes with the key.
      expect(await owner.get(id)).toMatchObject({ status: 'enabled', disabled_reason: null });
      expect((await caller.put(url(`/${id}`), { status: 'enabled' })).json()).toMatchObject({ error: '-400' });
      expect((await caller.delete(url(`/${id}`))).status).toBe(204);
    } finally {
      await running.stop();
    }
  });

  it('disables webhooks when replaced, as after a restore, until they are rotated or the key is back', async () => {
    const owner = new WebhookClient((await app.createAgent({ code: 'C300' })).production);
    const [lost, off] = [await owner.create(), await owner.create(), await owner.create()];
    expectStatus(200, await owner.update(off.id, { status: 'disabled' }));
    const other = Buffer.alloc(32, 9);
    const reasons = (webhooks: readonly WebhookResponse[]): unknown[] => webhooks.map((webhook) => webhook.disabled_reason);
    const withOther = await startWith([other]);
    try {
      const client = withOther.client.withKey(owner.agent.access.apiKey);
      const issued = await client.post('/auth-api/resources/tokens', { 'user-key': owner.agent.access.userKey });
      const caller = client.withToken(issued.json<{ token: string }>().token);
      const seenThere = async (): Promise<unknown[]> => reasons((await caller.get(url())).json<WebhookResponse[]>());
      expect(await seenThere()).toEqual(['SECRET_UNREADABLE', 'OWNER', 'SECRET_UNREADABLE']);
      expect(reasons(await owner.list())).toEqual([null, 'OWNER', null]);
      await expectRefused(app, () => caller.put(url(`/${lost.id}`), { status: 'enabled' }), { code: '-400' });
      await expectRefused(app, () => caller.post(url(`/${lost.id}/test`)), { code: '-400' });
      // The state on this node tells nothing about other nodes.
      const echo = expectStatus(200, await caller.get(url(`/${lost.id}`))).json<object>();
      expectStatus(200, await caller.put(url(`/${lost.id}`), { ...echo, description: 'ERP' }));
      expect(reasons(await owner.list())).toEqual([null, 'OWNER', null]);
      expect(expectStatus(200, await caller.post(url(`/${lost.id}/rotate`))).json()).toMatchObject({
        status: 'enabled',
        description: 'ERP',
      });
      expect(await seenThere()).toEqual([null, 'OWNER', 'SECRET_UNREADABLE']);
      expect(reasons(await owner.list())).toEqual(['SECRET_UNREADABLE', 'OWNER', null]);
      const [row] = await app.query<{ previous: Buffer | null }>(
        'production',
        'SELECT former_secret AS previous FROM webhook WHERE id = $1',
        [lost.id],
      );
      expect(row?.previous).toBeNull();
    } finally {
      await withOther.stop();
    }
  });

  it('is rotated by a command, which reports what it could not read', async () => {
    const owner = new WebhookClient((await app.createAgent({ code: 'D400' })).sandbox);
    const { id, secret: first } = await owner.create();
    const second = expectStatus(200, await owner.client.post(owner.path(id, 'rotate'))).json<IssuedWebhook>().secret;
    const lost = await owner.create();
    const alien = new SecretBox([Buffer.alloc(32, 1)]).seal('whsec_of_another_key');
    await app.query('sandbox', 'UPDATE webhook SET secret = $2 WHERE id = $1', [lost.id, alien]);
    const { secretsKeys: old, dataDir } = app.running.database.config;
    const next = Buffer.alloc(32, 5);
    const run = (args: readonly string[], keys: readonly Buffer[]): { status: number | null; stdout: string; stderr: string } => {
      const settings = { DATABASE_URL: app.running.database.url, DATA_DIR: dataDir, ENVIRONMENTS: 'sandbox' };
      const env = { ...process.env, ...settings, SECRETS_KEY: keys.map((key) => key.toString('base64')).join(',') };
      return spawnSync(process.execPath, ['dist/src/commands.js', 'secrets', ...args], { env, encoding: 'utf8' });
    };
    expect(run([], [next])).toMatchObject({ status: 2, stderr: 'Usage: npm run secrets -- reseal\n' });
    expect(run(['reseal'], [])).toMatchObject({ status: 2, stderr: 'SECRETS_KEY is not set.\n' });
    const done = run(['reseal'], [next, ...old]);
    expect(done.status).toBe(1);
    expect(done.stdout.replace(/^(sandbox: )[1-9]\d*( webhooks)/m, '$1some$2').split('\n')).toEqual([
      'gateway: 0 authenticator apps encrypted with the first key, 0 cannot be read',
      'gateway: 0 unsent mails to users encrypted with the first key, 0 cannot be read',
      'sandbox: some webhooks encrypted with the first key, 1 cannot be read',
      'sandbox: 0 accounts of refunds encrypted with the first key, 0 cannot be read',
      'sandbox: 0 accounts of senders encrypted with the first key, 0 cannot be read',
      '',
    ]);
    const rows = await app.query<{ id: string; secret: Buffer; previous: Buffer | null }>(
      'sandbox',
      'SELECT id, secret, former_secret AS previous FROM webhook WHERE id = ANY ($1) ORDER BY id',
      [[id, lost.id]],
    );
    const ofNext = new SecretBox([next]);
    expect([ofNext.open(rows[0]!.secret), ofNext.open(rows[0]!.previous!), rows[1]!.secret.equals(alien)]).toEqual([second, first, true]);
    expect(run(['reseal'], [next]).stdout).toMatch(/^sandbox: 0 webhooks encrypted with the first key, 1 cannot be read$/m);
    expectStatus(204, await owner.client.delete(owner.path(lost.id)));
    expect(run(['reseal'], [...old, next])).toMatchObject({ status: 0 });
  });
});
