import { Get, HttpCode, Post, Query } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../gateway/handler/decorators.js';
import { MotorParametersService } from './motor-parameters.service.js';
import {
  MotorBonusMalusResponse,
  MotorBonusMalusQuery,
  MotorOffersResponse,
  MotorQuoteQuery,
  MotorQuoteTemplateResponse,
  PricingParamRequest,
} from './motor-quote.dto.js';
import { MotorQuoteService } from './motor-quote.service.js';

/** Quotes for vehicles (motor.10). */
@ServiceController('mtr-api', 'resources/quotes')
export class MotorQuotesController {
  constructor(
    private readonly quotes: MotorQuoteService,
    private readonly parameters: MotorParametersService,
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
  @HttpCode(200)
  calculateMotorPrices(
    @CurrentCaller() caller: UserCaller,
    @Query() { validate }: MotorQuoteQuery,
    @JsonBody(PricingParamRequest) body: unknown,
  ): Promise<MotorOffersResponse> {
    return validate === 'true' ? this.quotes.validate(caller, body) : this.quotes.price(caller, body);
  }
}
