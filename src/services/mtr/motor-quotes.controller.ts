import { Get, HttpCode, Post, Query, type StreamableFile } from '@nestjs/common';
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
import { MotorParametersService } from './motor-parameters.service.js';
import {
  MotorBonusMalusResponse,
  MotorBonusMalusQuery,
  MotorOffersResponse,
  MotorQuoteOfferRequest,
  MotorQuoteQuery,
  MotorQuoteTemplateResponse,
  PricingParamRequest,
} from './motor-quote.dto.js';
import { MotorQuoteService } from './motor-quote.service.js';

@ServiceController('mtr-api', 'resources/quotes')
export class MotorQuotesController {
  constructor(
    private readonly quotes: MotorQuoteService,
    private readonly parameters: MotorParametersService,
    private readonly offers: QuoteOfferService,
  ) {}

  /** Get the bonus-malus class of a vehicle from the registry. */
  @Get('bonusMalus')
  getBonusMalus(@CurrentCaller() caller: UserCaller, @Query() query: MotorBonusMalusQuery): Promise<MotorBonusMalusResponse> {
    return this.quotes.bonusMalus(caller, query);
  }

  /** Get a sample request for prices with the accepted values of its codes. */
  @Get('prices')
  getMotorPricesTemplate(@CurrentCaller() caller: UserCaller): MotorQuoteTemplateResponse {
    return this.parameters.quoteTemplate(caller);
  }

  /** Calculate prices of one or all bundles for a vehicle, to compare offers. Nothing is stored. */
  @Post('prices')
  @Preview()
  @HttpCode(200)
  calculateMotorPrices(
    @CurrentCaller() caller: UserCaller,
    @Query() { validate }: MotorQuoteQuery,
    @JsonBody(PricingParamRequest) body: unknown,
  ): Promise<MotorOffersResponse> {
    return validate === 'true' ? this.quotes.validate(caller, body) : this.quotes.price(caller, body);
  }

  /**
   * Print the offer of one bundle for a vehicle. A PDF in the language of the call; `X-Offer-No` is its number. Only
   * number and hash are stored.
   */
  @Post('prices/offer')
  @TakesNoKey()
  @ApiPdf('The offer.')
  @HttpCode(200)
  async createMotorQuoteOffer(
    @CurrentCall() { caller, response }: UserCall,
    @JsonBody(MotorQuoteOfferRequest) body: unknown,
  ): Promise<StreamableFile> {
    const offer = await this.offers.print(caller, await this.quotes.priceQuote(caller, body));
    return sendOffer(response, offer, caller.language);
  }
}
