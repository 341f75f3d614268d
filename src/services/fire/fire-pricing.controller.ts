import { HttpCode, Post } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../gateway/handler/decorators.js';
import { FireOfferResponse, FireQuotesRequest } from './fire-pricing.dto.js';
import { FirePricingService } from './fire-pricing.service.js';

/** Pricing of fire bundles (fire.10). */
@ServiceController('fire-api', 'pricing')
export class FirePricingController {
  constructor(private readonly pricing: FirePricingService) {}

  /** Calculate all bundles for one or more risks, or the bundle that a risk names. Nothing is stored. */
  @Post('calcbundles')
  @HttpCode(200)
  calculateFireBundles(@CurrentCaller() caller: UserCaller, @JsonBody(FireQuotesRequest) body: unknown): Promise<FireOfferResponse[]> {
    return this.pricing.calculateBundles(caller, body);
  }
}
