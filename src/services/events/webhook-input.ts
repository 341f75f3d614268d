import { Injectable } from '@nestjs/common';
import type { Environment } from '../../common/environment.js';
import { assertNoViolations } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { deleteInvalidValues } from '../../common/validation/checked.js';
import type { Class } from '../../common/validation/decorators.js';
import { inspectInput } from '../../common/validation/validate.js';
import { WebhookNetworks } from '../../record/exchange/webhooks/network/webhook-networks.js';
import { validateWebhookUrl } from '../../record/exchange/webhooks/network/webhook-url.js';
import type { WebhookChangeRequest, WebhookRequest } from './webhook.dto.js';

@Injectable()
export class WebhookInput {
  constructor(private readonly networks: WebhookNetworks) {}

  read<T extends WebhookRequest | WebhookChangeRequest>(type: Class<T>, environment: Environment, body: unknown): T {
    const { value, violations } = inspectInput(type, body);
    const { url } = deleteInvalidValues<WebhookChangeRequest>(value, violations);
    const text = url == null ? null : validateWebhookUrl(url.trim(), this.networks.getRules(environment));
    assertNoViolations([...(text === null ? [] : [{ path: 'url', code: ErrorCode.INVALID, text }]), ...violations]);
    return value;
  }
}
