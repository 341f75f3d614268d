import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type RunningApp, type StartOptions } from './app.js';
import { removeDataDir, createDataDir } from './embedded.js';
import { NodeProcess } from './node-process.js';
import { buildServer } from './process.js';
import { Receiver } from './receiver.js';
import { WebhookTables, type WebhookOwner } from './webhook-tables.js';

/** A running application that sends webhooks. Each test has a separate receiver and owner, all of one program. */
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

  /** Creates an owner with a new program, or with the given one. */
  newOwner(program?: WebhookOwner): Promise<WebhookOwner> {
    this.owners += 1;
    return this.tables.createOwner(`A${1000 + this.owners}`, program);
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

  /** Runs the sender several times within a second, more often than its interval. */
  async runSender(): Promise<void> {
    for (let run = 0; run < 6; run += 1) {
      void this.app.parts.webhookSender.job.run('production');
      await sleep(50);
    }
  }
}

/** Server processes that send webhooks and can be killed. An application in this process creates the rows. */
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
    return new SendingNodes(app, await WebhookTables.open(app.parts, app.database.url), await createDataDir());
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
