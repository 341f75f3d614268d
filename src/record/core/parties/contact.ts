import parsePhoneNumber from 'libphonenumber-js/max';
import type { Text } from '../../../common/language.js';
import { EMAIL_CHECK } from '../../../common/validation/checks.js';

const HOME_COUNTRY = 'GR';
export const BAD_CONTACT: Text = {
  el: 'Το τηλέφωνο ή το email δεν είναι έγκυρο για αυτόν τον τύπο επικοινωνίας.',
  en: 'Not a valid telephone number or e-mail address of this contact type.',
};
export const BAD_PHONES: Readonly<Record<Exclude<ContactType, 'EMAIL'>, Text>> = {
  MOBILE: { el: 'Ο αριθμός του κινητού τηλεφώνου δεν είναι έγκυρος.', en: 'The mobile telephone number is invalid.' },
  PHONE: { el: 'Ο αριθμός τηλεφώνου δεν είναι έγκυρος.', en: 'The telephone number is invalid.' },
};
const MOBILE_TYPES: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

export type ContactType = 'MOBILE' | 'PHONE' | 'EMAIL';

/** Returns ten digits of a Greek number, `+` and digits of another. Null when invalid for its type. */
export function toContact(type: string, value: string): string | null {
  const text = value.trim();
  if (type === 'EMAIL') return EMAIL_CHECK.accepts(text, {}) ? text : null;
  const phone = parsePhoneNumber(text, { defaultCountry: HOME_COUNTRY, extract: false });
  if (phone?.isValid() !== true || phone.ext !== undefined) return null;
  if (type === 'MOBILE' && !MOBILE_TYPES.includes(phone.getType())) return null;
  return phone.country === HOME_COUNTRY ? phone.nationalNumber : phone.number;
}

/** Applications store telephone numbers as written. */
export function listContactForms(value: string): string[] {
  const text = value.trim();
  const phone = parsePhoneNumber(text, { defaultCountry: HOME_COUNTRY, extract: false });
  const forms = phone === undefined ? [text] : [text, phone.nationalNumber, phone.number];
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}
