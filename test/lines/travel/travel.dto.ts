import { Afm, AmountUpTo, IntegerBetween, IsoDate, Nested, OneOf, Required, TextUpTo } from '../../../src/common/validation/decorators.js';
import type { RecordMessage } from '../../../src/record/core/applications/application.js';
import type { Link } from '../../../src/common/domain-error.js';
import type { Price } from '../../../src/pricing/price.js';
import type { TravelQuestionnaire } from './travel-questionnaire.js';

export const DESTINATIONS = ['EUROPE', 'WORLD'];

export class TravelClientDto {
  @Required() @Afm() afm: string;
  @Required() @TextUpTo(60) last_name: string;
  @TextUpTo(60) first_name?: string;
}

export class TravelApplicationRequest {
  @Required() @IsoDate() start_date: string;
  @Required() @OneOf(DESTINATIONS) destination: string;
  @Required() @IntegerBetween(1, 20) travellers: number;
  @Required() @AmountUpTo(1_000_000) sum_insured: number;
  @Required() @Nested(() => TravelClientDto) client: TravelClientDto;
}

export interface TravelApplicationResponse extends TravelQuestionnaire {
  readonly id: number;
  readonly application_no: string;
  readonly policy_no: string | null;
  readonly status_code: string;
  readonly price: Price | null;
  readonly messages: readonly RecordMessage[];
  readonly renewal_of: number | null;
  readonly renewed_by: number | null;
  readonly links: readonly Link[];
}
