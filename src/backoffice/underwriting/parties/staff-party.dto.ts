import { TextUpTo } from '../../../common/validation/decorators.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

export class StaffPartyQueryDto extends PageQueryDto {
  /** Tax number, whole @example '123456783' */
  @TextUpTo(20)
  afm?: string;

  /** Part of last and first name, whatever its capitals and accents @example 'παπαδοπουλ' */
  @TextUpTo(200)
  name?: string;
}

export class StaffPartyAddressResponse {
  /** Id @example 8 */
  id: number;

  /** Code of the list of address types @example 'HOME' */
  type: string;

  /** Street and number @example 'Λεωφόρος Κηφισίας 100' */
  line1: string;

  /** City @example 'Αθήνα' */
  city: string;

  /** Postcode @example '11527' */
  postCode: string;

  /** Whether it is in use @example true */
  inUse: boolean;
}

export class StaffPartyContactResponse {
  /** Id @example 9 */
  id: number;

  /** Code of the list of contact types @example 'MOBILE' */
  type: string;

  /** Number or address @example '6900000000' */
  contact: string;

  /** Whether it is in use @example true */
  inUse: boolean;

  /** Whether the agent prefers it among those of its type @example false */
  preferred: boolean;
}

class StaffPersonFields {
  /** Code of the list of person types @example '1' */
  personType: string;

  /** Last name; of a company its name @example 'Παπαδοπούλου' */
  lastName: string;

  /** First name @example 'Μαρία' */
  firstName: string | null;

  /** Father's name @example 'Γεώργιος' */
  fathersName: string | null;

  /** Date of birth @example '1980-05-17' */
  birthdate: string | null;

  /** Code of the list of genders @example '2' */
  genderCode: string | null;

  /** Code of the list of jobs @example '01' */
  occupationCode: string | null;

  /** When it changed last, Athens @example '2026-11-21T10:20:00' */
  updatedAt: string;
}

/** An agent's own record, which no other agent sees. */
export class StaffPartyRecordResponse extends StaffPersonFields {
  /** Code of the agent @example '10001' */
  agentCode: string;

  /** Id by which the agent knows it @example 1508374917 */
  partyId: number;

  /** Addresses, oldest first */
  addresses: StaffPartyAddressResponse[];

  /** Contacts, oldest first */
  contacts: StaffPartyContactResponse[];

  /** When the agent sent it first, Athens @example '2026-11-21T10:15:00' */
  createdAt: string;
}

export class StaffPartyResponse extends StaffPersonFields {
  /** Id @example 4 */
  id: number;

  /** Tax number @example '123456783' */
  afm: string;

  /** One more with every change @example 1 */
  version: number;

  /** Whether staff has decided what holds: then agents' records no longer change it @example false */
  isDecided: boolean;

  /** What agents keep of it, by agent */
  records: StaffPartyRecordResponse[];

  /** When it came into the register, Athens @example '2026-11-21T10:15:00' */
  createdAt: string;
}

export class StaffPartyListResponse extends PageDto {
  /** The requested part */
  items: StaffPartyResponse[];
}
