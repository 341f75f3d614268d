import { PageDto } from '../../common/page.dto.js';

export class PartyRoleResponse {
  /** The field of the questionnaire that the person stands in: client, insured, co-owners @example 'insured' */
  role: string;

  /** The same in the language of the call @example 'Ασφαλισμένος' */
  title: string;
}

export class PartyApplicationResponse {
  /** Id @example 1 */
  id: number;

  /** Line of business @example 'fire' */
  line: string;

  /** Number of the application @example 'F260000001' */
  applicationNo: string;

  /** Number of the policy, once it is reserved @example 'P260000001' */
  policyNo: string | null;

  /** Status code @example '50' */
  status: string;

  /** Status in the language of the call @example 'Σε ισχύ' */
  statusTitle: string;

  /** Agent @example '10001' */
  agentCode: string;

  /** Name of the client @example 'Παπαδοπούλου Μαρία' */
  clientName: string;

  /** Start of insurance @example '2026-12-01' */
  startDate: string;

  /** End of insurance @example '2027-12-01' */
  endDate: string;

  /** To pay for the whole year, euro; null without a price @example 332.64 */
  gross: number | null;

  /** Plate of the vehicle @example 'IZX4821' */
  plateNo: string | null;

  /** As what it names the person, in the order of the form */
  roles: PartyRoleResponse[];
}

export class PartyApplicationsResponse extends PageDto {
  /** The requested part */
  items: PartyApplicationResponse[];
}
