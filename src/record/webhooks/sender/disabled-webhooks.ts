import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { FailingWebhook } from './delivery-outcome.repository.js';

/** Tells of webhooks that were disabled because their receivers failed for too long, each on the node that disabled it. */
@Injectable()
export class DisabledWebhooks {
  readonly announcements = new EventEmitter<{ failing: [environment: Environment, webhook: FailingWebhook] }>();
}
