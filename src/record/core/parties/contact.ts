import parsePhoneNumber from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import type { Text } from '../../../common/language.js';
import { EMAIL_CHECK } from '../../../common/validation/checks.js';

const HOME_COUNTRY = 'GR';
export const BAD_CONTACT: Text = {
  el: 'Μη έγκυρο τηλέφωνο ή email για τον τύπο επικοινωνίας.',
  en: 'Not a valid telephone number or e-mail address of this contact type.',
};
const MOBILE_TYPES: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * A contact as it is kept, or null when it is none of its type (codes of the list of contact types): an e-mail address as written, a Greek
 * telephone number as its ten digits, another one as `+` and its digits.
 */
export function toContact(type: string, value: string): string | null {
  const text = value.trim();
  if (type === 'EMAIL') return EMAIL_CHECK.accepts(text, {}) ? text : null;
  const key = `${type} ${text}`;
  let phone = parsed.get(key);
  if (phone === undefined) parsed.set(key, (phone = { kept: toPhone(type, text) }));
  return phone.kept;
}

/** A call has the same number several times: as it is checked, of client and insured, and for the agent's own record. Enough for the calls under way. */
const parsed = new LRUCache<string, { readonly kept: string | null }>({ max: 50 });

function toPhone(type: string, text: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: HOME_COUNTRY, extract: false });
  if (phone?.isValid() !== true || phone.ext !== undefined) return null;
  if (type === 'MOBILE' && !MOBILE_TYPES.includes(phone.getType())) return null;
  return phone.country === HOME_COUNTRY ? phone.nationalNumber : phone.number;
}

/** The ways in which a contact that is searched for may be kept: applications keep telephone numbers as they were written. */
export function contactForms(value: string): string[] {
  const text = value.trim();
  const phone = parsePhoneNumber(text, { defaultCountry: HOME_COUNTRY, extract: false });
  const forms = phone === undefined ? [text] : [text, phone.nationalNumber, phone.number];
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}
