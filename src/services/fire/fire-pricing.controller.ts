import { HttpCode, Post } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../gateway/handler/decorators.js';
import { FireOfferResponse, FireQuotesRequest } from './fire-pricing.dto.js';
import { FirePricingService } from './fire-pricing.service.js';

/** Quotes for fire bundles (fire.10). */
@ServiceController('fire-api', 'pricing')
export class FirePricingController {
  constructor(private readonly pricing: FirePricingService) {}

  /** Price one or all bundles for each of several risks, to compare offers. Nothing is stored. */
  @Post('calcbundles')
  @HttpCode(200)
  calculateFireBundles(@CurrentCaller() caller: UserCaller, @JsonBody(FireQuotesRequest) body: unknown): Promise<FireOfferResponse[]> {
    return this.pricing.calculateBundles(caller, body);
  }
}
