import { parseLocalDate, type LocalDate } from '../../common/athens.js';
import { assertNoViolations, type Violation } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { isRecord } from '../../common/validation/checks.js';
import { findFutureDates } from '../../common/validation/future-dates.js';
import { type Checked, deleteInvalidValues } from '../../common/validation/checked.js';
import { inspectInput } from '../../common/validation/validate.js';
import { toContact } from '../../record/core/parties/contact.js';
import type { SentParty } from '../../record/core/parties/party-upsert.service.js';
import { ONE_PREFERRED, type PartyAddress, type PartyContact, type SentDetail } from '../../record/core/parties/party-details.js';
import { isIndividual, type PartyAddressRequest, type PartyContactRequest, PartyRequest } from './party-input.dto.js';
import type { CodeLists } from '../../common/validation/code-lists.js';

const INDIVIDUALS_ONLY = ['firstName', 'fathersName', 'birthdate', 'birthday', 'gender'];

export function readParty(body: unknown, today: LocalDate, lists: CodeLists): SentParty {
  const { value, violations } = inspectInput(PartyRequest, omitForeignFields(body, lists), lists);
  const sound = deleteInvalidValues(value, violations);
  const { birthdate, birthday } = sound;
  const dates = { birthdate: readDate(birthdate) ?? undefined, birthday: readDate(birthday) ?? undefined };
  assertNoViolations([...violations, ...findFutureDates(dates, ['birthdate', 'birthday'], today), ...listPreferredViolations(sound)]);
  return toSentParty(value);
}

function omitForeignFields(body: unknown, lists: CodeLists): unknown {
  if (!isRecord(body) || isIndividual(body, lists)) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !INDIVIDUALS_ONLY.includes(field)));
}

function listPreferredViolations({ partyContacts }: Checked<PartyRequest>): Violation[] {
  const seen = new Set<string>();
  return (partyContacts ?? []).flatMap((contact, index) => {
    if (contact?.contactType == null || contact.preferred !== '1') return [];
    const isSecond = seen.has(contact.contactType);
    seen.add(contact.contactType);
    return isSecond ? [{ path: `partyContacts[${index}].preferred`, code: ErrorCode.INVALID, text: ONE_PREFERRED }] : [];
  });
}

function toSentParty(party: PartyRequest): SentParty {
  return {
    afm: party.afm,
    personType: party.personType ?? null,
    lastName: party.lastName.trim(),
    firstName: party.firstName?.trim() ?? null,
    fathersName: party.fathersName?.trim() ?? null,
    birthdate: readDate(party.birthdate) ?? readDate(party.birthday),
    genderCode: party.gender ?? null,
    occupationCode: party.occupationCode ?? null,
    addresses: (party.partyAddresses ?? []).map(toAddress),
    contacts: (party.partyContacts ?? []).map(toSentContact),
  };
}

function toAddress({ addressId, addressType, line_1, city, postCode, inUse }: PartyAddressRequest): SentDetail<PartyAddress> {
  return {
    id: addressId ?? undefined,
    type: addressType ?? undefined,
    line1: line_1?.trim(),
    city: city?.trim(),
    postCode: postCode ?? undefined,
    inUse: readFlag(inUse),
  };
}

function toSentContact({ contactId, contactType, contact, inUse, preferred }: PartyContactRequest): SentDetail<PartyContact> {
  const isWhole = contactType != null && contact != null;
  return {
    id: contactId ?? undefined,
    ...(isWhole ? { type: contactType, contact: toContact(contactType, contact) ?? contact } : {}),
    inUse: readFlag(inUse),
    preferred: readFlag(preferred),
  };
}

function readFlag(value: string | null | undefined): boolean | undefined {
  return value == null ? undefined : value === '1';
}

function readDate(value: string | null | undefined): LocalDate | null {
  return value == null ? null : parseLocalDate(value);
}
