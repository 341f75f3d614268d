import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { SecretBox } from './secret-box.js';
import { WebhookRepository } from './webhook.repository.js';

/**
 * At the start: webhooks whose secret no key of ours opens are disabled, which is so after a restore without the key; those that were disabled for
 * this go on once the key is back (events.18).
 */
@Injectable()
export class WebhookSecretsScheduler implements OnApplicationBootstrap {
  private readonly logger = new Logger(WebhookSecretsScheduler.name);

  constructor(
    private readonly config: Config,
    private readonly webhooks: WebhookRepository,
    private readonly box: SecretBox,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const environment of this.config.environments) {
      const { disabled, enabled } = await this.webhooks.matchKeys(environment, this.box.heads);
      if (disabled > 0)
        this.logger.warn(
          `${disabled} webhooks in ${environment} are disabled: SECRETS_KEY is not the key of their secrets. Give the right one, or rotate them.`,
        );
      if (enabled > 0) this.logger.log(`${enabled} webhooks in ${environment} are enabled again: the key of their secrets is back`);
    }
  }
}
