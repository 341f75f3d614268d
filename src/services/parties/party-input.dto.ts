import { buildCheck } from '../../common/validation/checks.js';
import {
  Afm,
  CheckedBy,
  CheckedText,
  IntegerBetween,
  IsoDate,
  ListOf,
  OneOf,
  Postcode,
  Required,
  RequiredWhen,
  TextUpTo,
  ZeroOne,
} from '../../common/validation/decorators.js';
import { BAD_CONTACT, toContact } from '../../record/core/parties/contact.js';
import { CodeOf } from '../../record/reference/lists/code-of.decorator.js';
import { type CodeLists, NO_LISTS } from '../../common/validation/code-lists.js';
import { isIndividualType } from '../../record/core/parties/person.js';
import { NOT_PREFERRED } from '../../record/core/parties/party-details.js';

const MAX_ADDRESSES = 50;
const MAX_CONTACTS = 50;
const MAX_ID = Number.MAX_SAFE_INTEGER;
const MAX_CONTACT = 254;

/** Without a person type a party is an individual. */
export function isIndividual({ personType }: { readonly personType?: unknown }, lists: CodeLists): boolean {
  return typeof personType !== 'string' || personType.trim() === '' || isIndividualType(personType, lists);
}

function isPart(detail: { readonly addressId?: unknown; readonly contactId?: unknown }): boolean {
  return (detail.addressId ?? detail.contactId ?? null) !== null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Checks the contact against its type; the check of the type reports an unknown one. */
function ContactOfType(): PropertyDecorator {
  return CheckedText(
    buildCheck('contactOfType', BAD_CONTACT, (value, { contactType }, lists = NO_LISTS) => {
      if (typeof value !== 'string') return false;
      const isKnown = typeof contactType === 'string' && lists.item('contactTypes', contactType) !== undefined;
      return !isKnown || toContact(contactType, value) !== null;
    }),
  );
}

/** An absent field of an address with an id stays unchanged. */
export class PartyAddressRequest {
  /** Id of an address to change; absent for a new one. @example 501 */
  @IntegerBetween(1, MAX_ID)
  addressId?: number;

  /** HOME, WORK, SEAT, POST or OTHER. @example 'HOME' */
  @RequiredWhen((address: PartyAddressRequest) => !isPart(address))
  @CodeOf('addressTypes')
  addressType?: string;

  /** City. @example 'Αθήνα' */
  @RequiredWhen((address: PartyAddressRequest) => !isPart(address))
  @TextUpTo(60)
  city?: string;

  /** Street and number. @example 'Ερμού 1' */
  @RequiredWhen((address: PartyAddressRequest) => !isPart(address))
  @TextUpTo(120)
  line_1?: string;

  /** Postcode, 5 digits. @example '10563' */
  @RequiredWhen((address: PartyAddressRequest) => !isPart(address))
  @Postcode()
  postCode?: string;

  /** '1' in use, '0' no longer in use. @example '1' */
  @ZeroOne()
  inUse?: string;
}

/** An absent field of a contact with an id stays unchanged. */
export class PartyContactRequest {
  /** Id of a contact to change; absent for a new one. @example 701 */
  @IntegerBetween(1, MAX_ID)
  contactId?: number;

  /** MOBILE, PHONE, EMAIL or FAX. @example 'MOBILE' */
  @RequiredWhen((contact: PartyContactRequest) => !isPart(contact) || isGiven(contact.contact))
  @CodeOf('contactTypes')
  contactType?: string;

  /** Telephone number, Greek or with + and country code, or e-mail address. @example '6912345678' */
  @RequiredWhen((contact: PartyContactRequest) => !isPart(contact) || isGiven(contact.contactType))
  @ContactOfType()
  @TextUpTo(MAX_CONTACT)
  contact?: string;

  /** '1' in use, '0' no longer in use. @example '1' */
  @ZeroOne()
  inUse?: string;

  /** '1' for the preferred contact of its type; it replaces the previous one. @example '1' */
  @CheckedBy(buildCheck('preferredInUse', NOT_PREFERRED, (value, { inUse }) => !(value === '1' && inUse === '0')))
  @OneOf(['0', '1'])
  preferred?: string;
}

export class PartyRequest {
  /** Tax number (AFM). @example '090000045' */
  @Required()
  @Afm()
  afm: string;

  /** Surname, or name of the company. @example 'Παπαδόπουλος' */
  @Required()
  @TextUpTo(100)
  lastName: string;

  /** First name; individuals only. @example 'Γεώργιος' */
  @RequiredWhen(isIndividual)
  @TextUpTo(60)
  firstName?: string;

  /** Father's name; individuals only. @example 'Ιωάννης' */
  @TextUpTo(60)
  fathersName?: string;

  /** Date of birth; individuals only. @example '1980-05-17' */
  @RequiredWhen((party: PartyRequest, lists) => isIndividual(party, lists) && !isGiven(party.birthday))
  @IsoDate()
  birthdate?: string;

  /** Alias of `birthdate`, which has priority when both are sent. @example '1980-05-17' */
  @IsoDate()
  birthday?: string;

  /** Gender, from `GET /parameters-api/genders`; individuals only. @example '1' */
  @CodeOf('genders')
  gender?: string;

  /** Occupation, from `GET /parameters-api/jobs`. @example '2310' */
  @CodeOf('jobs')
  occupationCode?: string;

  /** Person type, from `GET /parameters-api/personTypes`; an individual ('1') when absent. @example '1' */
  @CodeOf('personTypes')
  personType?: string;

  /** Addresses to add or change; all others stay unchanged. */
  @ListOf(() => PartyAddressRequest, MAX_ADDRESSES)
  partyAddresses?: PartyAddressRequest[];

  /** Contacts to add or change; all others stay unchanged. */
  @ListOf(() => PartyContactRequest, MAX_CONTACTS)
  partyContacts?: PartyContactRequest[];
}
