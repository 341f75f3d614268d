import { ResponseTo } from '../../common/validation/ignored-fields.js';
import { PartyAddressRequest, PartyContactRequest, PartyRequest } from './party-input.dto.js';
import { buildCheck } from '../../common/validation/checks.js';
import { CheckedText, FromNumericText, IntegerBetween, TextUpTo } from '../../common/validation/decorators.js';

@ResponseTo(PartyAddressRequest)
export class PartyAddressResponse {
  /** Id of the address. @example 501 */
  addressId: number;
  /** HOME, WORK, SEAT, POST or OTHER. @example 'HOME' */
  addressType: string;
  /** City. @example 'Αθήνα' */
  city: string;
  /** Street and number. @example 'Ερμού 1' */
  line_1: string;
  /** Postcode, 5 digits. @example '10563' */
  postCode: string;
  /** '1' in use, '0' no longer in use. @example '1' */
  inUse: string;
}

/** A contact in the agent's record of a party. */
@ResponseTo(PartyContactRequest)
export class PartyContactResponse {
  /** Id of the contact. @example 701 */
  contactId: number;
  /** Telephone number or e-mail address. @example '6912345678' */
  contact: string;
  /** MOBILE, PHONE, EMAIL or FAX. @example 'MOBILE' */
  contactType: string;
  /** '1' in use, '0' no longer in use. @example '1' */
  inUse: string;
  /** '1' for the preferred contact of its type. @example '1' */
  preferred: string;
}

/** A person or a company (parties.3). */
@ResponseTo(PartyRequest)
export class PartyResponse {
  /** Id of the party. @example 42 */
  partyId: number;
  /** Tax number (AFM). @example '090000045' */
  afm: string;
  /** First name; null for a company. @example 'Γεώργιος' */
  firstName: string | null;
  /** Surname, or name of the company. @example 'Παπαδόπουλος' */
  lastName: string;
  /** Father's name; null for a company. @example 'Ιωάννης' */
  fathersName: string | null;
  /** Date of birth; null for a company. @example '1980-05-17' */
  birthdate: string | null;
  /** Gender, from `GET /parameters-api/genders`. @example '1' */
  gender: string | null;
  /** Occupation, from `GET /parameters-api/jobs`. @example '2310' */
  occupationCode: string | null;
  /** Person type, from `GET /parameters-api/personTypes`. @example '1' */
  personType: string;
  /** Addresses that the agent has sent, oldest first. */
  partyAddresses: PartyAddressResponse[];
  /** Contacts that the agent has sent, oldest first. */
  partyContacts: PartyContactResponse[];
}

export class PartyReferenceResponse {
  /** Id of the party. @example 42 */
  partyId: number;
}

const MAX_LIMIT = 5000;
const MAX_START = 1_000_000_000;
const POLICY_ID = /^\d{1,10}$/;

function PolicyId(): PropertyDecorator {
  const text = { el: 'Έως 10 ψηφία.', en: 'Up to 10 digits.' };
  return CheckedText(
    buildCheck('policyId', text, (value) => typeof value === 'string' && POLICY_ID.test(value), { pattern: POLICY_ID.source }),
  );
}

export class PartySearchQuery {
  /** Position of the first row, from 1. @example 1 */
  @FromNumericText()
  @IntegerBetween(1, MAX_START)
  start?: number;

  /** Rows of a page, at most 5000; 20 when absent. @example 20 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  limit?: number;

  /** Alias of `limit`, which has priority when both are sent. @example 20 */
  @FromNumericText()
  @IntegerBetween(1, MAX_LIMIT)
  size?: number;

  /** Id of a policy or application, whose client, insured and co-owners are found. @example '1042' */
  @PolicyId()
  policyId?: string;

  /** Complete tax number (AFM). @example '090000045' */
  @TextUpTo(20)
  afm?: string;

  /** Part of the name; case and accents are ignored. @example 'παπαδ' */
  @TextUpTo(100)
  name?: string;

  /** Complete telephone number or e-mail address. @example '6912345678' */
  @TextUpTo(254)
  contact?: string;
}
