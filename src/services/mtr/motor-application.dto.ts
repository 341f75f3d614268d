import { FromNumericText, IntegerBetween, IsoDate, ListOf, Nested, Required, TextUpTo } from '../../common/validation/decorators.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { NumberedCode } from './motor-fields.js';
import { MotorPersonRequest } from './motor-person.dto.js';
import { EARLIEST_VEHICLE_YEAR, LATEST_VEHICLE_YEAR, MotorRating } from './motor-rating.dto.js';
import { SizedPageQuery } from '../../common/validation/page-query.dto.js';
import { StatusList } from '../../record/core/applications/status-list.js';

export const MAX_DRIVERS = 10;

export class MotorDriverDto {
  /** Full name. @example 'Νίκος Παπαδόπουλος' */
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

  /** Category of the licence, from `GET /mtr-api/resources/parameters/licenceType`. @example 'B' */
  @CodeOf('licenceTypes')
  licenceType?: string;
}

export class MotorApplicationFields extends MotorRating {
  /** Start of insurance, a date or a datetime (Greek time). @example '2026-12-01' */
  @Required()
  @IsoDate()
  policyStartDate: string;

  /** Usage, from `GET /mtr-api/resources/parameters/usageCode`. @example '01' */
  @Required()
  @CodeOf('vehicleUsages')
  usageCode: string;

  /** Subcode of the usage, from `GET /mtr-api/resources/parameters/usageSubcode`. @example '0101' */
  @CodeOf('vehicleUsageSubcodes')
  usageSubcode?: string;

  /** Name of the rate used by the agent; the tariff of the price when absent. @example 'MOTOR-SAMPLE' */
  @TextUpTo(50)
  rateCode?: string;

  /** Name of the manufacturer. @example 'Opel' */
  @TextUpTo(60)
  factoryName?: string;

  /** Frame number (VIN). @example 'W0L0SDL0884000001' */
  @TextUpTo(30)
  frameNumber?: string;

  /** Date of the first registration. @example '2018-03-05' */
  @IsoDate()
  firstRegistrationDate?: string;

  /** Number of seats. @example 5 */
  @FromNumericText()
  @IntegerBetween(0, 200)
  vehicleSeats?: number;

  /** 0 no lease, 1 financial lease, 2 operating lease, 3 title kept by a bank, 4 long-term rental. @example 0 */
  @NumberedCode('leaseTypes', 1)
  leaseType?: number;

  /** End of lease or financing. @example '2029-12-31' */
  @IsoDate()
  financingEndDate?: string;

  /** Holder of a lien on the vehicle. @example 'Εθνική Τράπεζα' */
  @TextUpTo(120)
  pawnerTitle?: string;

  /** Name of the second owner. @example 'Νίκος Παπαδόπουλος' */
  @TextUpTo(120)
  secondOwner?: string;

  /** Name of the driver. @example 'Μαρία Παπαδοπούλου' */
  @TextUpTo(120)
  driverName?: string;

  /** Driver's licence category, from `GET /mtr-api/resources/parameters/licenceType`. @example 'B' */
  @CodeOf('licenceTypes')
  driverLicenceType?: string;

  /** Other drivers, at most 10; not rated. */
  @ListOf(() => MotorDriverDto, MAX_DRIVERS)
  drivers?: MotorDriverDto[];

  /** Preferred contact way, from `GET /parameters-api/contactways`. @example '01' */
  @CodeOf('contactWays')
  contactwayCode?: string;

  /** Comments. @example 'Παράδοση στο κατάστημα' */
  @TextUpTo(2000)
  comments?: string;

  /** Agent that earns the commission; accepted from brokers only. @example 'B200' */
  @TextUpTo(20)
  commisionAgentCode?: string;

  /** Servicing agent; accepted from brokers only. @example 'B200' */
  @TextUpTo(20)
  serviceAgentCode?: string;

  /** Approved subagent of the agent, from `GET /parameters-api/subagents`. @example '1000101' */
  @TextUpTo(20)
  indirectAgentCode?: string;
}

/** A vehicle application to insert or update (motor.2). Fields of responses are ignored. */
export class MotorApplicationRequest extends MotorApplicationFields {
  /** Recipient of the policy. */
  @Required()
  @Nested(() => MotorPersonRequest)
  client: MotorPersonRequest;

  /** Insured person; the client when absent. */
  @Nested(() => MotorPersonRequest)
  insured?: MotorPersonRequest;
}

class MotorSearchQuery extends SizedPageQuery {
  /** Part of the client's surname or company name; case and accents are ignored. @example 'παπαδ' */
  @TextUpTo(100)
  lastname?: string;

  /** Tax number of the client. @example '123456783' */
  @TextUpTo(20)
  clientafm?: string;

  /** Plate in any spelling. @example 'ΙΖΧ-4821' */
  @TextUpTo(20)
  plateno?: string;

  /** One status or several, separated by commas. @example '50,55' */
  @StatusList()
  status?: string;
}

export class MotorApplicationsQuery extends MotorSearchQuery {
  /** Earliest date or datetime of insert, Greek time. @example '2026-11-01' */
  @IsoDate()
  fromdate?: string;
}

export class MotorPoliciesQuery extends MotorSearchQuery {
  /** First characters of the policy number. @example 'P26' */
  @TextUpTo(20)
  policyno?: string;
}
