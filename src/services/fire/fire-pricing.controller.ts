import { HttpCode, Post, type StreamableFile } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import {
  CurrentCall,
  CurrentCaller,
  JsonBody,
  Preview,
  ServiceController,
  TakesNoKey,
  type UserCall,
} from '../../gateway/handler/decorators.js';
import { sendOffer } from '../../gateway/handler/printed-response.js';
import { QuoteOfferService } from '../../record/contract/offers/quote-offer.service.js';
import { FireOfferResponse, FireQuoteOfferRequest, FireQuotesRequest } from './fire-pricing.dto.js';
import { FirePricingService } from './fire-pricing.service.js';

@ServiceController('fire-api', 'pricing')
export class FirePricingController {
  constructor(
    private readonly pricing: FirePricingService,
    private readonly offers: QuoteOfferService,
  ) {}

  /** Price one or all bundles for each of several risks, to compare offers. Nothing is stored. */
  @Post('calcbundles')
  @Preview()
  @HttpCode(200)
  calculateFireBundles(@CurrentCaller() caller: UserCaller, @JsonBody(FireQuotesRequest) body: unknown): Promise<FireOfferResponse[]> {
    return this.pricing.calculateBundles(caller, body);
  }

  /**
   * Print the offer of one bundle for one risk. A PDF in the language of the call; `X-Offer-No` is its number. Only
   * number and hash are stored.
   */
  @Post('calcbundles/offer')
  @TakesNoKey()
  @ApiPdf('The offer.')
  @HttpCode(200)
  async createFireQuoteOffer(
    @CurrentCall() { caller, response }: UserCall,
    @JsonBody(FireQuoteOfferRequest) body: unknown,
  ): Promise<StreamableFile> {
    const offer = await this.offers.print(caller, this.pricing.priceQuote(caller, body));
    return sendOffer(response, offer, caller.language);
  }
}
