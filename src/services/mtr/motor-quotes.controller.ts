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

/** Pricing of vehicles (motor.10); nothing is stored. */
@ServiceController('mtr-api', 'resources/quotes')
export class MotorQuotesController {
  constructor(
    private readonly quotes: MotorQuoteService,
    private readonly parameters: MotorParametersService,
  ) {}

  /** The class of a vehicle in the registry of bonus-malus. */
  @Get('bonusMalus')
  getBonusMalus(@CurrentCaller() caller: UserCaller, @Query() query: MotorBonusMalusQuery): Promise<MotorBonusMalusResponse> {
    return this.quotes.bonusMalus(caller, query);
  }

  /** A filled request for prices, and the values that its codes may have. */
  @Get('prices')
  getMotorPricesTemplate(@CurrentCaller() caller: UserCaller): MotorQuoteTemplateResponse {
    return this.parameters.quoteTemplate(caller);
  }

  /** Prices of all bundles of the usage, or of the one named. */
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
