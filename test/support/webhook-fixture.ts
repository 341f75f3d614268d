import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type RunningApp, type StartOptions } from './app.js';
import { removeDataDir, temporaryDataDir } from './embedded.js';
import { NodeProcess } from './node-process.js';
import { buildServer } from './process.js';
import { Receiver } from './receiver.js';
import { WebhookTables, type WebhookOwner } from './webhook-tables.js';

/** An application that sends to webhooks, for one spec file; each of its tests has a receiver and an owner of its own, all of one program. */
export class WebhookFixture {
  private receiver: Receiver | undefined;
  private first: WebhookOwner | undefined;
  private owners = 0;

  private constructor(
    readonly app: RunningApp,
    readonly tables: WebhookTables,
  ) {}

  static async open(options: StartOptions): Promise<WebhookFixture> {
    const app = await startApp(options);
    return new WebhookFixture(app, await WebhookTables.open(app.parts, app.database.url));
  }

  async close(): Promise<void> {
    await this.tables.close();
    await this.app.stop();
  }

  /** Another owner, with a program of its own, or with one that there is. */
  newOwner(program?: WebhookOwner): Promise<WebhookOwner> {
    this.owners += 1;
    return this.tables.owner(`A${1000 + this.owners}`, program);
  }

  async startReceiver(): Promise<{ readonly owner: WebhookOwner; readonly receiver: Receiver }> {
    const owner = await this.newOwner(this.first);
    this.first ??= owner;
    this.receiver = await Receiver.start();
    return { owner, receiver: this.receiver };
  }

  async stopReceiver(): Promise<void> {
    await this.receiver?.stop();
  }

  /** Looks for due deliveries again and again, oftener than the program does by itself in a second. */
  async runSender(): Promise<void> {
    for (let look = 0; look < 6; look += 1) {
      void this.app.parts.webhookSender.job.run('production');
      await sleep(50);
    }
  }
}

/** Nodes that send, as processes of their own: they may be killed. The application beside them makes the rows, and sends nothing. */
export class SendingNodes {
  private constructor(
    readonly app: RunningApp,
    readonly tables: WebhookTables,
    private readonly dataDir: string,
  ) {}

  static async open(): Promise<SendingNodes> {
    await buildServer();
    const app = await startApp();
    await app.parts.webhookSender.stop();
    return new SendingNodes(app, await WebhookTables.open(app.parts, app.database.url), await temporaryDataDir());
  }

  start(variables: Readonly<Record<string, string>> = {}): Promise<NodeProcess> {
    const secretsKey = this.app.parts.config.secretsKeys[0]!.toString('base64');
    const database = { DATABASE_URL: this.app.database.url, DATA_DIR: this.dataDir };
    return NodeProcess.start({ ...database, SECRETS_KEY: secretsKey, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1', ...variables });
  }

  async close(): Promise<void> {
    await this.tables.close();
    await this.app.stop();
    await removeDataDir(this.dataDir);
  }
}
