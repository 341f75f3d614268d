import { FromNumericText, IntegerBetween, IsoDate, ListOf, Nested, Required, TextUpTo } from '../../common/validation/decorators.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { NumberedCode } from './motor-fields.js';
import { MotorPersonRequest } from './motor-person.dto.js';
import { EARLIEST_VEHICLE_YEAR, LATEST_VEHICLE_YEAR, MotorRating } from './motor-rating.dto.js';

export const MAX_DRIVERS = 10;

export class MotorDriverDto {
  /** Name. @example 'Νίκος Παπαδόπουλος' */
  @Required()
  @TextUpTo(120)
  name: string;

  /** Year of birth. @example 1990 */
  @FromNumericText()
  @IntegerBetween(EARLIEST_VEHICLE_YEAR, LATEST_VEHICLE_YEAR)
  birthYear?: number;

  /** Date of the licence. @example '2010-06-01' */
  @IsoDate()
  licenceDate?: string;

  /** Category of the licence, from `licenceType`. @example 'B' */
  @CodeOf('licenceTypes')
  licenceType?: string;
}

/** The fields of a vehicle application that are sent and returned alike (motor.2). */
export class MotorApplicationFields extends MotorRating {
  /** Start of insurance, a date or a datetime (Greek time). @example '2026-12-01' */
  @Required()
  @IsoDate()
  policyStartDate: string;

  /** Usage, from `usageCode`. @example '01' */
  @Required()
  @CodeOf('vehicleUsages')
  usageCode: string;

  /** Subcode of the usage, from `usageSubcode`. @example '0101' */
  @CodeOf('vehicleUsageSubcodes')
  usageSubcode?: string;

  /** Rate as the agent knows it; the tariff that priced it when absent. @example 'MOTOR-SAMPLE' */
  @TextUpTo(50)
  rateCode?: string;

  /** Name of the manufacturer. @example 'Opel' */
  @TextUpTo(60)
  factoryName?: string;

  /** Number of the frame (VIN). @example 'W0L0SDL0884000001' */
  @TextUpTo(30)
  frameNumber?: string;

  /** Date of the first registration. @example '2018-03-05' */
  @IsoDate()
  firstRegistrationDate?: string;

  /** Seats. @example 5 */
  @FromNumericText()
  @IntegerBetween(0, 200)
  vehicleSeats?: number;

  /** Lease: 0 none, 1 financial lease, 2 operating lease, 3 title kept by a bank, 4 long-term rental. @example 0 */
  @NumberedCode('leaseTypes', 1)
  leaseType?: number;

  /** End of lease or financing. @example '2029-12-31' */
  @IsoDate()
  financingEndDate?: string;

  /** Who holds a lien on the vehicle. @example 'Εθνική Τράπεζα' */
  @TextUpTo(120)
  pawnerTitle?: string;

  /** Second owner. @example 'Νίκος Παπαδόπουλος' */
  @TextUpTo(120)
  secondOwner?: string;

  /** Name of the driver. @example 'Μαρία Παπαδοπούλου' */
  @TextUpTo(120)
  driverName?: string;

  /** Category of the driver's licence, from `licenceType`. @example 'B' */
  @CodeOf('licenceTypes')
  driverLicenceType?: string;

  /** Other drivers; recorded, not rated. */
  @ListOf(() => MotorDriverDto, MAX_DRIVERS)
  drivers?: MotorDriverDto[];

  /** Preferred contact way, from `contactways`. @example '01' */
  @CodeOf('contactWays')
  contactwayCode?: string;

  /** Comments. @example 'Παράδοση στο κατάστημα' */
  @TextUpTo(2000)
  comments?: string;

  /** Agent that earns the commission; taken from brokers only. @example 'B200' */
  @TextUpTo(20)
  commisionAgentCode?: string;

  /** Servicing agent; taken from brokers only. @example 'B200' */
  @TextUpTo(20)
  serviceAgentCode?: string;

  /** Approved subagent of the agent, from `subagents`. @example '1000101' */
  @TextUpTo(20)
  indirectAgentCode?: string;
}

/** A vehicle application to write (motor.2). Fields that only responses have are ignored. */
export class MotorApplicationRequest extends MotorApplicationFields {
  /** Recipient of the policy. */
  @Required()
  @Nested(() => MotorPersonRequest)
  client: MotorPersonRequest;

  /** The insured; the client when absent. */
  @Nested(() => MotorPersonRequest)
  insured?: MotorPersonRequest;
}
