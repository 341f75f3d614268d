import { PickType } from '@nestjs/swagger';
import { StaffApplicationResponse } from '../applications/staff-application.dto.js';

export class ErasedPlaceResponse {
  /**
   * Agents' records: party_record, party_address, party_contact. Applications: application_of_client,
   * application_naming, former_state, document, letter, application_note, staff_message, refund_account. Cached:
   * kept_answer.
   * @example 'application_of_client'
   */
  place: string;
  /** Code of the agent of the rows; null without one. @example '10001' */
  agentCode: string | null;
  /** Number of rows. @example 3 */
  count: number;
}

export class ErasureResponse {
  /** Id of the erased party. @example 4 */
  partyId: number;
  /** running (register and agents' records are erased, applications may not be) or done. @example 'running' */
  state: string;
  /** Name of the user who requested it; clock if the retention period ended. @example 'Μαρία Διαχειρίστρια' */
  requestedBy: string;
  /** Begin of the erasure, Athens. @example '2026-11-21T10:20:00' */
  startedAt: string;
  /** End of the erasure, Athens; null while running. @example '2026-11-21T10:20:05' */
  finishedAt: string | null;
  /** Current and former states of applications that are done. @example 1200 */
  rowsDone: number;
  /** Current and former states of applications in total. @example 4000 */
  rowsTotal: number;
  /** Rows erased or changed so far. */
  places: ErasedPlaceResponse[];
  /** Consecutive failures of the next part. @example 0 */
  failures: number;
  /** Error code of the database in the last failure; null without one. @example '57014' */
  fault: string | null;
  /** Time of the next attempt, Athens; null without a failure. @example '2026-11-21T10:21:00' */
  retryAt: string | null;
}

export class NamingApplicationResponse extends PickType(StaffApplicationResponse, ['id', 'applicationNo', 'agentCode', 'status']) {
  /** Whether the person is its client, so that all its personal data is erased. @example true */
  isClient: boolean;
}

export class StayingPlaceResponse {
  /** application_formerly_naming, or uploaded_file of such applications. @example 'application_formerly_naming' */
  place: string;
  /** Number of items. @example 2 */
  count: number;
  /** Text in the language of the call. @example 'Τα αρχεία που έχουν μεταφορτωθεί σε αυτές διατηρούνται.' */
  reason: string;
}

export class ErasurePreviewResponse {
  /** Id of the party. @example 4 */
  partyId: number;
  /** Last and first name in the register, or name of the company. @example 'Παπαδοπούλου Μαρία' */
  name: string;
  /** Tax number. @example '123456783' */
  afm: string;
  /** Numbers of up to 100 policies whose client the person is. @example ['P260000001'] */
  policies: string[];
  /** Whether the person can be erased. @example true */
  isPossible: boolean;
  /**
   * Up to 100 reasons not to erase, in the language of the call.
   * @example ['Το πρόσωπο δεν διαγράφεται: η αίτηση F260000001 είναι συμβόλαιο.']
   */
  reasons: string[];
  /** Up to 100 applications that name the person now or did before, ordered by id. */
  applications: NamingApplicationResponse[];
  /** Number of all such applications. @example 2 */
  applicationsTotal: number;
  /** Rows that would be erased or changed. */
  places: ErasedPlaceResponse[];
  /** False if counting was stopped after five seconds, so that the numbers are minimums. @example true */
  isComplete: boolean;
  /** Data that would not be erased. */
  stays: StayingPlaceResponse[];
}
