import { OmitType } from '@nestjs/swagger';
import { Afm, IntegerBetween, IsoDate, ListOf, Required, TextUpTo, combineDecorators } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';

const MAX_ROWS = 2_000;
const MAX_CLASS = 99;
const MAX_CLAIMS = 99;

export class BonusMalusRowRequest {
  /** Plate in any spelling. @example 'IZX4821' */
  @RequiredText(20)
  plateNo: string;

  /** Tax number of the owner. @example '123456783' */
  @combineDecorators(Afm(), Required())
  afm: string;

  /** Class; lower is better. @example 8 */
  @combineDecorators(IntegerBetween(1, MAX_CLASS), Required())
  bonusMalus: number;

  /** At-fault claims of the last twelve months. @example 0 */
  @combineDecorators(IntegerBetween(0, MAX_CLAIMS), Required())
  claimsLastYear: number;

  /** At-fault claims of the last five years, with those of the last year. @example 1 */
  @combineDecorators(IntegerBetween(0, MAX_CLAIMS), Required())
  claimsLast5Years: number;

  /** Source of the row, such as the previous insurer; STAFF when absent. @example 'ΥΣΑΕ' */
  @TextUpTo(40)
  source?: string;

  /** Day of which it is true, at most today. @example '2026-11-01' */
  @combineDecorators(IsoDate(), Required())
  asOf: string;
}

export class BonusMalusRequest extends OmitType(BonusMalusRowRequest, ['plateNo']) {}

export class BonusMalusLoadRequest {
  /** Rows of the file. */
  @combineDecorators(ListOf(() => BonusMalusRowRequest, MAX_ROWS), Required())
  rows: BonusMalusRowRequest[];
}

export class BonusMalusEntryResponse {
  /** Tax number of the owner. @example '123456783' */
  afm: string;
  /** Class; lower is better. @example 8 */
  bonusMalus: number;
  /** At-fault claims of the last twelve months. @example 0 */
  claimsLastYear: number;
  /** At-fault claims of the last five years. @example 1 */
  claimsLast5Years: number;
  /** Source of the row: RENEWAL is a renewal here. @example 'STAFF' */
  source: string;
  /** Day of which it is true. @example '2026-11-01' */
  asOf: string;
}

export class BonusMalusVehicleResponse {
  /** Plate in Latin capitals. @example 'IZX4821' */
  plateNo: string;
  /** Rows of the vehicle by owner, the latest first; empty for an unknown vehicle. */
  entries: BonusMalusEntryResponse[];
}

export class BonusMalusLoadedResponse {
  /** Number of rows that were added or replaced. @example 12 */
  loaded: number;
  /** Number of rows that are not later than those of the register. @example 3 */
  unchanged: number;
}
