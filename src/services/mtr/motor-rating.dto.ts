import {
  FromNumericText,
  AmountUpTo,
  IntegerBetween,
  IsoDate,
  ListOf,
  NumberBetween,
  OneOfNumbers,
  Postcode,
  Required,
  TextUpTo,
} from '../../common/validation/decorators.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { DelimitedCodes, NumberedCode, Plate } from './motor-fields.js';

/** Months between payments. */
export const MOTOR_PAY_FREQUENCIES = [3, 6, 12];
/** Deductibles, euro. */
export const DEDUCTIBLES = [300, 500, 1000];
export const MAX_SWAPS = 10;
export const EARLIEST_VEHICLE_YEAR = 1900;
export const LATEST_VEHICLE_YEAR = 2200;
const MAX_INSURED_VALUE = 999_999_999.99;

export class MotorSwapDto {
  /** Code of the replaced cover. @example 'M06' */
  @Required()
  @TextUpTo(10)
  out: string;

  /** Code of the cover that replaces it. @example 'M14' */
  @Required()
  @TextUpTo(10)
  in: string;
}

/** Rating facts of quotes and applications except start and usage. Numbers are accepted as texts too. */
export class MotorRating {
  /** Months between payments: 3, 6 or 12; 12 when absent. @example 12 */
  @FromNumericText()
  @OneOfNumbers(MOTOR_PAY_FREQUENCIES)
  payFrequencyInMonths?: number;

  /** Bundle, from `GET /mtr-api/resources/parameters/bundleCode`. @example 'B1' */
  @TextUpTo(10)
  bundleCode?: string;

  /** Added covers, from `GET /mtr-api/resources/parameters/bundleCode`, with blanks between. @example 'M10 M12' */
  @DelimitedCodes()
  extraCovers?: string;

  /** Replaced covers. The bundles of `GET /mtr-api/resources/parameters/bundleCode` list the possible ones. */
  @ListOf(() => MotorSwapDto, MAX_SWAPS)
  swappableCovers?: MotorSwapDto[];

  /** Requested discounts, from `GET /mtr-api/resources/parameters/discountCode`. @example '10 12' */
  @DelimitedCodes()
  discountCodes?: string;

  /** Deductible, euro: 300, 500 or 1000; 500 when absent. @example 500 */
  @FromNumericText()
  @OneOfNumbers(DEDUCTIBLES)
  deductible?: number;

  /** Postcode where the vehicle is kept, 5 digits. @example '11527' */
  @Postcode()
  regionPostcode?: string;

  /** Plate in any spelling; returned in Latin capitals without blanks and hyphens. @example 'IZX4821' */
  @Plate()
  plateNo?: string;

  /** Make, from `GET /mtr-api/resources/parameters/makeCode`. @example '199' */
  @CodeOf('vehicleMakes')
  makeCode?: string;

  /** Model of the make, from `GET /mtr-api/resources/parameters/modelCode`. @example '1990080' */
  @CodeOf('vehicleModels')
  modelCode?: string;

  /** Year of manufacture. @example 2018 */
  @FromNumericText()
  @IntegerBetween(EARLIEST_VEHICLE_YEAR, LATEST_VEHICLE_YEAR)
  manufactureYear?: number;

  /** Displacement, cubic centimetres; taken from the model when absent. @example 1398 */
  @FromNumericText()
  @NumberBetween(0, 100_000)
  engineCc?: number;

  /** Power, kW; taken from the model when absent. @example 73 */
  @FromNumericText()
  @NumberBetween(0, 10_000)
  powerInKw?: number;

  /** Gross weight of a lorry, kilograms. @example 1800 */
  @FromNumericText()
  @NumberBetween(0, 100_000)
  grossWeight?: number;

  /** Taxable horsepower; calculated from the displacement when absent. @example 10 */
  @FromNumericText()
  @NumberBetween(0, 1_000)
  taxableHp?: number;

  /** Fuel, as in `GET /mtr-api/resources/parameters/makeModelCode`; of the model when absent. @example 1 */
  @NumberedCode('fuelTypes', 2)
  fuelType?: number;

  /** Level of driving automation, 0 to 5. @example 0 */
  @NumberedCode('autonomousTypes', 1)
  autonomousType?: number;

  /** Value of the vehicle, euro. @example 9000 */
  @FromNumericText()
  @AmountUpTo(MAX_INSURED_VALUE, 0.01)
  insuredValue?: number;

  /** Bonus-malus class. @example 10 */
  @FromNumericText()
  @NumberBetween(-1_000, 1_000)
  bonusMalus?: number;

  /** Year of birth of the driver. @example 1986 */
  @FromNumericText()
  @IntegerBetween(EARLIEST_VEHICLE_YEAR, LATEST_VEHICLE_YEAR)
  driverBirthYear?: number;

  /** Date of the driver's licence. @example '2005-06-01' */
  @IsoDate()
  driverLicenceDate?: string;
}
