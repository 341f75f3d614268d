import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../gateway/decorators.js';
import { MtrParametersService } from './mtr-parameters.service.js';
import { MtrBonusMalus, MtrBonusMalusQuery, MtrOffers, MtrQuoteQuery, MtrQuoteTemplate, PricingParam } from './mtr-quote.dto.js';
import { MtrQuoteService } from './mtr-quote.service.js';

/** Pricing of vehicles (motor.10); nothing is stored. */
@ServiceController('mtr-api', 'resources/quotes')
export class MtrQuotesController {
  constructor(
    private readonly quotes: MtrQuoteService,
    private readonly parameters: MtrParametersService,
  ) {}

  /** The class of a vehicle in the registry of bonus-malus. */
  @Get('bonusMalus')
  getBonusMalus(@CurrentCaller() caller: UserCaller, @Query() query: MtrBonusMalusQuery): Promise<MtrBonusMalus> {
    return this.quotes.bonusMalus(caller, query);
  }

  /** A filled request for prices, and the values that its codes may have. */
  @Get('prices')
  getMotorPricesTemplate(@CurrentCaller() caller: UserCaller): MtrQuoteTemplate {
    return this.parameters.quoteTemplate(caller);
  }

  /** Prices of all bundles of the usage, or of the one named. */
  @Post('prices')
  @HttpCode(200)
  @ApiBody({ type: PricingParam })
  calculateMotorPrices(
    @CurrentCaller() caller: UserCaller,
    @Query() { validate }: MtrQuoteQuery,
    @JsonBody(PricingParam) body: unknown,
  ): Promise<MtrOffers> {
    return validate === 'true' ? this.quotes.validate(caller, body) : this.quotes.price(caller, body);
  }
}
