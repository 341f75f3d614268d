import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { EventPublisher } from '../../events/event-publisher.js';
import { WebhookSender } from './webhook-sender.js';

const INTERVAL_MS = 500;

/** Sends from the start of the process on: what this node publishes at once, what others publish and what is due again within half a second. */
@Injectable()
export class WebhookSenderScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: Config,
    private readonly publisher: EventPublisher,
    private readonly sender: WebhookSender,
  ) {}

  onApplicationBootstrap(): void {
    const { environments } = this.config;
    for (const environment of environments) this.publisher.published.on(environment, () => this.sender.hurry(environment));
    this.timer = setInterval(() => environments.forEach((environment) => this.sender.hurry(environment)), INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sender.stop();
  }
}
