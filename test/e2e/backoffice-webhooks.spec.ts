import { ENVIRONMENTS } from '../../src/common/environment.js';
import type { AgentDeliveryDetailsResponse, AgentWebhookListResponse } from '../../src/backoffice/administration/webhooks/webhooks.dto.js';
import type { DeliveryResponse } from '../../src/services/events/webhook.dto.js';
import { createClientOfAnotherProgram } from '../support/agent-access.js';
import { expectStatus, FireApp } from '../support/fire-app.js';
import { expectRefused } from '../support/expect-error.js';
import { createStaff } from '../support/staff-client.js';
import { WebhookClient } from '../support/webhook-client.js';

let app: FireApp;

beforeAll(async () => {
  app = await FireApp.start();
});
afterAll(() => app.stop());

describe.each(ENVIRONMENTS)('webhooks of an agent in the back office of %s', (environment) => {
  it('include those of all its programs, and of no other agent', async () => {
    const code = `W${environment}`.slice(0, 5).toUpperCase();
    const { [environment]: agent } = await app.createAgent({ code });
    const { [environment]: stranger } = await app.createAgent({ code: `X${code}` }, [code]);
    const own = new WebhookClient(agent);
    const others = new WebhookClient(agent, await createClientOfAnotherProgram(agent, code));
    const [first, second] = [await own.create({ description: 'ERP' }), await others.create({ types: ['policy.issued'] })];
    await new WebhookClient(stranger).create();
    const { client, userId } = await createStaff(app.running, 'agent', code);
    const office = `${agent.root}/backoffice-api`;

    const page = expectStatus(200, await client.get(`${office}/webhooks`)).json<AgentWebhookListResponse>();
    expect(page).toMatchObject({
      total: 2,
      items: [{ id: second.id, programName: 'Another', types: ['policy.issued'] }, { id: first.id }],
    });
    expect(JSON.stringify(page)).not.toContain('whsec_');
    expect(expectStatus(200, await client.get(`${office}/webhooks?start=2&limit=1`)).json()).toMatchObject({
      total: 2,
      items: [{ id: first.id }],
    });
    expectStatus(200, await client.get(`${office}/webhooks/${second.id}`));

    const { secret } = expectStatus(200, await client.post(`${office}/webhooks/${second.id}/rotate`)).json<{ secret: string }>();
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(second.secret);
    const { id: delivery } = expectStatus(202, await client.post(`${office}/webhooks/${second.id}/test`)).json<DeliveryResponse>();
    await others.endDelivery(delivery, 'failed');
    expect(expectStatus(200, await client.get(`${office}/webhooks/${second.id}/deliveries?status=failed`)).json()).toMatchObject({
      total: 1,
      items: [{ id: delivery, webhookId: second.id, type: 'webhook.test', eventId: null }],
    });
    expect(expectStatus(202, await client.post(`${office}/deliveries/${delivery}/resend`)).json()).toMatchObject({ status: 'pending' });
    const details = expectStatus(200, await client.get(`${office}/deliveries/${delivery}`)).json<AgentDeliveryDetailsResponse>();
    expect(details).toMatchObject({ id: delivery, attemptCount: 0, attempts: [] });
    const disabled = expectStatus(200, await client.patch(`${office}/webhooks/${second.id}`, { status: 'disabled' })).json();
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'OWNER' });
    await expectRefused(app, () => client.post(`${office}/webhooks/${second.id}/test`), { code: '-400' });
    expectStatus(200, await client.patch(`${office}/webhooks/${second.id}`, { status: 'enabled' }));
    // A supervisor reads its delegate's applications, but manages only its own webhooks (events.10).
    const { client: user } = await createStaff(app.running, 'agent', `X${code}`);
    expect(expectStatus(200, await user.get(`${office}/webhooks`)).json()).toMatchObject({ total: 1 });
    for (const call of [
      () => user.get(`${office}/webhooks/${first.id}`),
      () => user.patch(`${office}/webhooks/${first.id}`, { status: 'disabled' }),
      () => user.delete(`${office}/webhooks/${first.id}`),
      () => user.post(`${office}/webhooks/${first.id}/rotate`),
      () => user.post(`${office}/webhooks/${first.id}/test`),
      () => user.get(`${office}/webhooks/${first.id}/deliveries`),
      () => user.get(`${office}/deliveries/${delivery}`),
      () => user.post(`${office}/deliveries/${delivery}/resend`),
    ])
      await expectRefused(app, call, { code: '-308' });
    expectStatus(204, await client.delete(`${office}/webhooks/${second.id}`));
    expect(await others.list()).toEqual([]);

    const find = `SELECT action, environment, details FROM gateway.audit_entry WHERE subject_type = 'webhook' AND actor_id = $1 ORDER BY id`;
    const entries = await app.query(environment, find, [userId]);
    const deeds = ['rotate', 'send', 'send', 'disable', 'enable', 'delete'];
    expect(entries).toMatchObject(deeds.map((action) => ({ action, environment })));
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|https/);
  });
});
