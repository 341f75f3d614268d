import { PickType } from '@nestjs/swagger';
import type { CodeLists } from '../../../common/validation/code-lists.js';
import { IntegerBetween, IsoDate, Required, RequiredWhen, TextUpTo } from '../../../common/validation/decorators.js';
import { isIndividualType } from '../../../record/core/parties/person.js';
import { CodeOf } from '../../../record/reference/lists/code-of.decorator.js';
import { RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { StaffApplicationResponse } from '../applications/staff-application.dto.js';

const MAX_VERSION = 2 ** 31 - 1;

export class StaffPartyQueryDto extends PageQueryDto {
  /** Tax number. @example '123456783' */
  @TextUpTo(20)
  afm?: string;

  /** Part of the last and first name; case and accents are ignored. @example 'παπαδοπουλ' */
  @TextUpTo(200)
  name?: string;
}

export class StaffPartyAddressResponse {
  /** Id of the address. @example 8 */
  id: number;
  /** Type of address. @example 'HOME' */
  type: string;
  /** Street and number. @example 'Λεωφόρος Κηφισίας 100' */
  line1: string;
  /** City. @example 'Αθήνα' */
  city: string;
  /** Postcode. @example '11527' */
  postCode: string;
  /** Whether it is in use. @example true */
  inUse: boolean;
}

export class StaffPartyContactResponse {
  /** Id of the contact. @example 9 */
  id: number;
  /** Type of contact. @example 'MOBILE' */
  type: string;
  /** Telephone number or address. @example '6900000000' */
  contact: string;
  /** Whether it is in use. @example true */
  inUse: boolean;
  /** Whether it is the agent's preferred contact of its type. @example false */
  preferred: boolean;
}

class StaffPersonFields {
  /** Type of person. Codes: `GET /parameters-api/personTypes`. @example '1' */
  personType: string;
  /** Last name, or name of a company. @example 'Παπαδοπούλου' */
  lastName: string;
  /** First name; null for companies. @example 'Μαρία' */
  firstName: string | null;
  /** Father's name; null for companies. @example 'Γεώργιος' */
  fathersName: string | null;
  /** Date of birth; null for companies. @example '1980-05-17' */
  birthdate: string | null;
  /** Gender. Codes: `GET /parameters-api/genders`. @example '2' */
  genderCode: string | null;
  /** Occupation. Codes: `GET /parameters-api/jobs`. @example '01' */
  occupationCode: string | null;
  /** Time of creation, Athens. @example '2026-11-21T10:15:00' */
  createdAt: string;
  /** Time of the last change, Athens. @example '2026-11-21T10:20:00' */
  updatedAt: string;
}

export class StaffPartyRecordResponse extends StaffPersonFields {
  /** Code of the agent. @example '10001' */
  agentCode: string;
  /** The agent's id of the party. @example 1508374917 */
  partyId: number;
  /** Addresses, oldest first. */
  addresses: StaffPartyAddressResponse[];
  /** Contacts, oldest first. */
  contacts: StaffPartyContactResponse[];
}

export class StaffPartyResponse extends StaffPersonFields {
  /** Id in the register. @example 4 */
  id: number;
  /** Tax number. @example '123456783' */
  afm: string;
  /** Version, raised by every change. @example 1 */
  version: number;
  /** Whether staff confirmed the data, so that agents' records no longer change it. @example false */
  isDecided: boolean;
  /** Agents' records of the party, ordered by agent. */
  records: StaffPartyRecordResponse[];
}

export class StaffPartyListResponse extends PageResponseOf(StaffPartyResponse) {}

function isIndividual({ personType }: { readonly personType?: unknown }, lists: CodeLists): boolean {
  return typeof personType === 'string' && isIndividualType(personType, lists);
}

/** Data of a party. Absent fields stay unchanged, null clears them. */
export class StaffPartyDecisionRequest {
  /** Type of person. Codes: `GET /parameters-api/personTypes`. @example '1' */
  @Required()
  @CodeOf('personTypes')
  personType: string;

  /** Last name, or name of a company. @example 'Παπαδοπούλου' */
  @RequiredText(100)
  lastName: string;

  /** First name; individuals only. @example 'Μαρία' */
  @RequiredWhen(isIndividual)
  @TextUpTo(60)
  firstName?: string | null;

  /** Father's name; individuals only. @example 'Γεώργιος' */
  @TextUpTo(60)
  fathersName?: string | null;

  /** Date of birth; individuals only. @example '1980-05-17' */
  @RequiredWhen(isIndividual)
  @IsoDate()
  birthdate?: string | null;

  /** Gender; individuals only. Codes: `GET /parameters-api/genders`. @example '2' */
  @CodeOf('genders')
  genderCode?: string | null;

  /** Occupation. Codes: `GET /parameters-api/jobs`. @example '2310' */
  @CodeOf('jobs')
  occupationCode?: string | null;

  /** Version that was read; refused (-402) if it has changed; not checked when absent. @example 1 */
  @IntegerBetween(1, MAX_VERSION)
  version?: number;
}

export class PartyRoleResponse {
  /** Field of the questionnaire that names the person: client, insured or co-owners. @example 'insured' */
  role: string;
  /** Title of that field in the language of the call. @example 'Ασφαλισμένος' */
  title: string;
}

export class PartyApplicationResponse extends PickType(StaffApplicationResponse, [
  'id',
  'line',
  'applicationNo',
  'policyNo',
  'status',
  'statusTitle',
  'agentCode',
  'clientName',
  'startDate',
  'endDate',
  'gross',
  'plateNo',
]) {
  /** Roles of the person in the application, in the order of the form. */
  roles: PartyRoleResponse[];
}

export class PartyApplicationsResponse extends PageResponseOf(PartyApplicationResponse) {}
