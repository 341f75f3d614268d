import { OmitType } from '@nestjs/swagger';
import { AnswerTo } from '../../common/validation/ignored-fields.js';
import { NullWhereAbsent } from '../../gateway/documentation/null-where-absent.js';
import { MotorApplicationRequest, MotorApplicationFields } from './motor-application.dto.js';
import { PremiumLineResponse } from '../../record/core/lines/price.dto.js';
import { MotorPersonRequest } from './motor-person.dto.js';
import {
  MotorCoverResponse,
  MotorDiscountResponse,
  MotorErrorResponse,
  MotorLinkResponse,
  MotorMessageResponse,
  MotorPremiumResponse,
} from './motor-premium.dto.js';

@NullWhereAbsent()
@AnswerTo(MotorPersonRequest)
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

/** The receipt paid last, in short. */
export class MotorLastReceiptResponse {
  /** Number; the whole receipt is at the common-api. @example 1042 */
  receiptNo: number;
  /** Instalment, from 1. @example 1 */
  instalmentNo: number;
  /** Date of issue. @example '2026-11-25' */
  issueDate: string;
  /** First day covered. @example '2026-12-01' */
  periodFrom: string;
  /** Day on which the next period begins. @example '2027-12-01' */
  periodTo: string;
  /** Amount, euro. @example 309.25 */
  gross: number;
}

/** A vehicle application as it is returned; what was not given is null. */
@NullWhereAbsent()
@AnswerTo(MotorApplicationRequest, 'applicationMessages')
export class MotorApplicationResponse extends MotorApplicationFields {
  /** Id of the application, and of the policy that it becomes. @example 1 */
  id: number;

  /** User of the token that asks. @example 'Πράκτορας Αθηνών' */
  userName: string;

  /** Branch. @example 'MOTOR' */
  branchCode: string;

  /** Title of the branch. @example 'Ασφάλιση αυτοκινήτου' */
  branchTitle: string;

  /** Status. @example '01' */
  statusCode: string;

  /** Title of the status. @example 'Υπολογισμένη' */
  statusTitle: string;

  /** Number of the application. @example 'M260000001' */
  applicationNo: string;

  /** When it was entered, Athens. @example '2026-11-21T10:20:00' */
  applicationDate: string;

  /** Number of the policy, from prepay on. @example 'P260000001' */
  policyNo: string | null;

  /** Date of issue. @example '2026-11-21' */
  policyIssueDate: string | null;

  /** Day on which the insurance ends. @example '2027-12-01' */
  policyEndDate: string;

  /** Day on which the next year begins. @example '2027-12-01' */
  policyAnniversaryDate: string;

  /** Agent it belongs to. @example '1000100' */
  agentCode: string;

  /** Name of the agent. @example 'Πράκτορας Αθηνών' */
  agentTitle: string | null;

  /** Name of the agent that earns the commission. @example 'Μεσίτες Α.Ε.' */
  commisionAgentTitle: string | null;

  /** Name of the servicing agent. @example 'Μεσίτες Α.Ε.' */
  serviceAgentTitle: string | null;

  /** Tariff and version that priced it. @example 'MOTOR-SAMPLE 1' */
  rateTitle: string | null;

  /** Title of the bundle. @example 'Βασικό' */
  bundleTitle: string | null;

  /** Prefecture of `regionPostcode`. @example '02' */
  regionCode: string | null;

  /** Its name. @example 'Αττικής' */
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

  /** Last day on which the price stands although the tariff changes; set by `freeze`. @example '2026-12-21' */
  frozenUntil: string | null;

  /** When the customer agreed, Athens. @example '2026-11-22T10:00:00' */
  acceptedAt: string | null;

  /** Policy whose next year this is; null when it is no renewal. @example 1 */
  renewalOf: number | null;

  /** Latest renewal of this policy, which may have been cancelled since; null before one is made. @example 2 */
  renewedBy: number | null;

  /** Recipient of the policy. */
  client: MotorPersonResponse;

  /** The insured. */
  insured: MotorPersonResponse;

  /** Covers, in tariff order. */
  covers: MotorCoverResponse[];

  /** Requested discounts, in tariff order. */
  discounts: MotorDiscountResponse[];

  /** Price; null in status 00. */
  premium: MotorPremiumResponse | null;

  /** What holds the application up: errors and referrals. */
  pendingMessages: MotorMessageResponse[];

  /** All messages, warnings too. */
  applicationMessages: MotorMessageResponse[];

  /** The receipt paid last. */
  lastReceipt: MotorLastReceiptResponse | null;

  /** How the call ended. */
  actionOutcome: MotorErrorResponse;

  /** Where to go from here. */
  links: MotorLinkResponse[];

  /** Grows by one with every change. @example 1 */
  version: number;
}

/** What every list says about itself. */
export class MotorList {
  /** Position of the first row, from 1. @example 1 */
  start: number;

  /** Requested rows. @example 20 */
  limit: number;

  /** How many there are in all, exact up to 10,000. @example 1 */
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

/** A receipt in short; amounts in euro. */
export class MotorReceiptResponse extends OmitType(MotorLastReceiptResponse, ['issueDate']) {
  /** NEW, INSTALMENT, RENEWAL or REFUND. @example 'NEW' */
  kind: string;
  /** Last day to pay. @example '2026-11-25' */
  dueDate: string;
  /** PENDING, PAID or CANCELLED. @example 'PAID' */
  status: string;
  /** Net. @example 245.55 */
  net: number;
  /** Policy fee. @example 19.64 */
  fee: number;
  /** Taxes. @example 39.9 */
  tax: number;
  /** Levies. @example 4.16 */
  levy: number;
  /** When it was paid, Athens; null until then. @example '2026-11-25T10:00:00' */
  paidAt: string | null;
}

/** All there is to know of an application in one response. */
export class MotorDetailsResponse {
  /** The application. */
  application: MotorApplicationResponse;
  /** Its covers. */
  covers: MotorCoverResponse[];
  /** Its receipts, in the order of their instalments; none before issue. */
  receipts: MotorReceiptResponse[];
  /** All its messages. */
  messages: MotorMessageResponse[];
  /** How each cover's premium came about; none without a price. */
  trace: PremiumLineResponse[];
}
