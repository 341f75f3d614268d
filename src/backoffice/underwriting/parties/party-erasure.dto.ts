export class ErasedPlaceResponse {
  /**
   * party_record, party_address, party_contact: of the agent's record; application_of_client, application_naming, former_state: what named the person;
   * document, application_note, staff_message, refund_account: of these applications; kept_answer: cached responses that are refused when repeated
   * @example 'application_of_client'
   */
  place: string;

  /** The agent it belongs to; null when it belongs to none @example '10001' */
  agentCode: string | null;

  /** Rows @example 3 */
  count: number;
}

export class ErasureResponse {
  /** Id that the party had @example 4 */
  partyId: number;

  /** running: the register and the agents' records hold nothing more of the person, other places still may; done @example 'running' */
  state: string;

  /** Who requested it; clock when it was done by age @example 'Μαρία Διαχειρίστρια' */
  requestedBy: string;

  /** When it began, Athens @example '2026-11-21T10:20:00' */
  startedAt: string;

  /** When it was done, Athens @example '2026-11-21T10:20:05' */
  finishedAt: string | null;

  /** States of applications that are done, former ones included @example 1200 */
  rowsDone: number;

  /** States of applications that were listed @example 4000 */
  rowsTotal: number;

  /** Rows that were erased or changed so far */
  places: ErasedPlaceResponse[];

  /** Attempts at the next part that failed one after the other @example 0 */
  failures: number;

  /** Why the last one failed, as the database names it @example '57014' */
  fault: string | null;

  /** When it is tried again, Athens; null when nothing failed @example '2026-11-21T10:21:00' */
  retryAt: string | null;
}

export class NamingApplicationResponse {
  /** Id @example 1 */
  id: number;

  /** Number of the application @example 'F260000001' */
  applicationNo: string;

  /** Agent @example '10001' */
  agentCode: string;

  /** Status code @example '02' */
  status: string;

  /** The person is its client: all that is private goes @example true */
  isClient: boolean;
}

export class StayingPlaceResponse {
  /**
   * application_formerly_naming: applications that no longer name the person; uploaded_file: files of these
   * @example 'application_formerly_naming'
   */
  place: string;

  /** How many @example 2 */
  count: number;

  /**
   * In the language of the call
   * @example 'Αιτήσεις που δεν αναφέρουν πια το πρόσωπο μένουν· διαγράφεται μόνο από τις προηγούμενες καταστάσεις τους.'
   */
  reason: string;
}

export class ErasurePreviewResponse {
  /** Id @example 4 */
  partyId: number;

  /** Last and first name as the register has them, or the name of the company @example 'Παπαδοπούλου Μαρία' */
  name: string;

  /** Tax number @example '123456783' */
  afm: string;

  /** Numbers of the policies whose client it is, by id of the application; at most 100 @example ['P260000001'] */
  policies: string[];

  /** Whether the person can be erased @example true */
  isPossible: boolean;

  /**
   * Reasons not to erase, in the language of the call; at most 100
   * @example ['Το πρόσωπο δεν διαγράφεται: η αίτηση F260000001 είναι συμβόλαιο.']
   */
  reasons: string[];

  /** Applications that name the person, now or in a former state; at most 100, in the order of their ids */
  applications: NamingApplicationResponse[];

  /** All of them @example 2 */
  applicationsTotal: number;

  /** Rows that would be erased or changed */
  places: ErasedPlaceResponse[];

  /** False when counting took too long: there may be more @example true */
  isComplete: boolean;

  /** Places that would stay */
  stays: StayingPlaceResponse[];
}
