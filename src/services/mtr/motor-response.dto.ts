import { OmitType } from '@nestjs/swagger';
import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { NullWhereAbsent } from '../../gateway/documentation/null-where-absent.js';
import { MotorApplicationRequest, MotorApplicationFields } from './motor-application.dto.js';
import { PremiumLineResponse, PremiumResponse } from '../../record/core/lines/price.dto.js';
import { MotorPersonRequest } from './motor-person.dto.js';
import { DiscountResponse, LinkResponse, MessageResponse } from '../../record/core/lines/application.dto.js';

/** Result of an action: `no` is '0', or the negative code of an error. */
export class MotorErrorResponse {
  /** Code. @example '0' */
  no: string;
  /** Text. @example 'OK' */
  message: string;
}

export class MotorCoverResponse {
  /** Code of the cover. @example 'M01' */
  code: string;
  /** Title. @example 'Αστική ευθύνη έναντι τρίτων' */
  title: string;
  /** Sum insured, euro; null for a cover without one. @example 9000 */
  sumInsured: number | null;
  /** Net premium, euro; null without a price. @example 231.25 */
  premium: number | null;
}

export class MotorPremiumResponse extends PremiumResponse {
  /** One line for each cover, in tariff order, with its trace. */
  lines: PremiumLineResponse[];
}

@NullWhereAbsent()
@ResponseTo(MotorPersonRequest)
export class MotorPersonResponse extends MotorPersonRequest {
  /** Id of the person within the record. @example 101 */
  id: number;
  /** Letter of the person type: Φ individual, Ν company. @example 'Φ' */
  personType: string | null;
  /** Title of `personTypeCode`. @example 'Φυσικό πρόσωπο' */
  personTypeTitle: string | null;
  /** Title of `jobCode`. @example 'Εκπαιδευτικοί τριτοβάθμιας' */
  jobTitle: string | null;
  /** Title of `genderCode`. @example 'Γυναίκα' */
  genderTitle: string | null;
  /** Title of `doyCode`. @example 'Α΄ Αθηνών' */
  doyTitle: string | null;
  /** Title of `licenceType`. @example 'Επιβατικά και οχήματα έως 3.500 kg' */
  licenceTitle: string | null;
}

export class MotorLastReceiptResponse {
  /** Number of the receipt, whose details are in the common-api. @example 1042 */
  receiptNo: number;
  /** Number of the instalment, from 1. @example 1 */
  instalmentNo: number;
  /** Date of issue. @example '2026-11-25' */
  issueDate: string;
  /** First day covered. @example '2026-12-01' */
  periodFrom: string;
  /** First day of the next period. @example '2027-12-01' */
  periodTo: string;
  /** First of the days without cover before a late payment; null without such days. @example '2027-03-01' */
  gapFrom: string | null;
  /** Amount, euro. @example 309.25 */
  gross: number;
}

/** A vehicle application or policy; absent fields are null. */
@NullWhereAbsent()
@ResponseTo(MotorApplicationRequest, 'applicationMessages')
export class MotorApplicationResponse extends MotorApplicationFields {
  /** RENEWAL_PREPARED after a charge that only prepared the renewal; else null. @example 'RENEWAL_PREPARED' */
  outcome: 'RENEWAL_PREPARED' | null;

  /** Id of the application and policy. @example 1 */
  id: number;

  /** Name of the calling user. @example 'Πράκτορας Αθηνών' */
  userName: string;

  /** Code of the branch. @example 'MOTOR' */
  branchCode: string;

  /** Title of the branch. @example 'Ασφάλιση αυτοκινήτου' */
  branchTitle: string;

  /** Status code. @example '01' */
  statusCode: string;

  /** Title of the status. @example 'Τιμολογημένη' */
  statusTitle: string;

  /** Number of the application. @example 'M260000001' */
  applicationNo: string;

  /** Time of insert, local time in Athens. @example '2026-11-21T10:20:00' */
  applicationDate: string;

  /** Number of the policy, from prepay on; null before. @example 'P260000001' */
  policyNo: string | null;

  /** Date of issue; null before. @example '2026-11-21' */
  policyIssueDate: string | null;

  /** End of insurance. @example '2027-12-01' */
  policyEndDate: string;

  /** First day of the next year. @example '2027-12-01' */
  policyAnniversaryDate: string;

  /** Agent of the application. @example '1000100' */
  agentCode: string;

  /** Name of the agent. @example 'Πράκτορας Αθηνών' */
  agentTitle: string | null;

  /** Name of the agent that earns the commission. @example 'Μεσίτες Α.Ε.' */
  commisionAgentTitle: string | null;

  /** Name of the servicing agent. @example 'Μεσίτες Α.Ε.' */
  serviceAgentTitle: string | null;

  /** Tariff and version of the price. @example 'MOTOR-SAMPLE 1' */
  rateTitle: string | null;

  /** Title of the bundle. @example 'Βασικό' */
  bundleTitle: string | null;

  /** Prefecture of `regionPostcode`. Codes: `GET /parameters-api/prefectures`. @example '02' */
  regionCode: string | null;

  /** Name of the prefecture. @example 'Αττικής' */
  regionName: string | null;

  /** Title of the usage. @example 'Επιβατικό ιδιωτικής χρήσης' */
  usageTitle: string | null;

  /** Title of the make. @example 'Toyota' */
  makeTitle: string | null;

  /** Title of the model. @example 'Yaris 1.0' */
  modelTitle: string | null;

  /** Title of the fuel. @example 'Βενζίνη' */
  fuelTitle: string | null;

  /** Title of the level of automation. @example 'Επίπεδο 0 - Χωρίς αυτοματοποίηση' */
  autonomousTitle: string | null;

  /** Title of the lease. @example 'Χωρίς μίσθωση (ιδιόκτητο)' */
  leaseTypeTitle: string | null;

  /** Title of the driver's licence. @example 'Επιβατικά και οχήματα έως 3.500 kg' */
  driverLicenceTitle: string | null;

  /** Title of the contact way. @example 'Email' */
  contactwayTitle: string | null;

  /** Last day of a frozen price; null when not frozen. @example '2026-12-21' */
  frozenUntil: string | null;

  /** Whether the vehicle is off the road and most covers are suspended. @example false */
  isSuspended: boolean;

  /** Time of the customer's approval, local time in Athens; null without it. @example '2026-11-22T10:00:00' */
  acceptedAt: string | null;

  /** Id of the renewed policy; null for a new one. @example 1 */
  renewalOf: number | null;

  /** Id of the last renewal, cancelled or not; null without one. @example 2 */
  renewedBy: number | null;

  /** First day without cover of a scheduled cancellation; null without one. @example '2027-01-15' */
  cancelsOn: string | null;

  /** Recipient of the policy. */
  client: MotorPersonResponse;

  /** Insured person. */
  insured: MotorPersonResponse;

  /** Covers, in tariff order. */
  covers: MotorCoverResponse[];

  /** Requested discounts, in tariff order. */
  discounts: DiscountResponse[];

  /** Price; null in status 00. */
  premium: MotorPremiumResponse | null;

  /** Messages that stop the application: errors and referrals. */
  pendingMessages: MessageResponse[];

  /** All messages, including warnings. */
  applicationMessages: MessageResponse[];

  /** Last paid receipt; null without one. */
  lastReceipt: MotorLastReceiptResponse | null;

  /** Result of the call. */
  actionOutcome: MotorErrorResponse;

  /** Addresses of the next steps. */
  links: LinkResponse[];

  /** Version, incremented by each change. @example 1 */
  version: number;
}

export class MotorList {
  /** Position of the first row, from 1. @example 1 */
  start: number;

  /** Maximum of rows on the page. @example 20 */
  limit: number;

  /** Number of all rows, exact up to 10,000. @example 1 */
  total: number;
}

/** A page of applications, newest first. */
export class MotorApplicationListResponse extends MotorList {
  /** The applications. */
  applications: MotorApplicationResponse[];
}

/** A page of policies, newest first. */
export class MotorPolicyListResponse extends MotorList {
  /** The policies. */
  policies: MotorApplicationResponse[];
}

/** Summary of a receipt. Amounts are in euro. */
export class MotorReceiptResponse extends OmitType(MotorLastReceiptResponse, ['issueDate']) {
  /** NEW, INSTALMENT, RENEWAL, REFUND, EARNED or ENDORSEMENT. @example 'NEW' */
  kind: string;
  /** Last day to pay. @example '2026-11-25' */
  dueDate: string;
  /** PENDING, PAID or CANCELLED. @example 'PAID' */
  status: string;
  /** Net premium. @example 245.55 */
  net: number;
  /** Policy fee. @example 19.64 */
  fee: number;
  /** Taxes. @example 39.9 */
  tax: number;
  /** Levies. @example 4.16 */
  levy: number;
  /** Time of payment, local time in Athens; null until paid. @example '2026-11-25T10:00:00' */
  paidAt: string | null;
}

/** An application with its covers, receipts, messages and price trace. */
export class MotorDetailsResponse {
  /** The application. */
  application: MotorApplicationResponse;
  /** Its covers. */
  covers: MotorCoverResponse[];
  /** Its receipts in the order of instalments; empty before issue. */
  receipts: MotorReceiptResponse[];
  /** All its messages. */
  messages: MessageResponse[];
  /** Steps of the premium of each cover; empty without a price. */
  trace: PremiumLineResponse[];
}
