import type { Language } from '../../../common/language.js';
import type { Insurer } from '../../reference/settings/settings.service.js';
import type { InsurerDetails } from './rendering/documents.types.js';

/** Returns the insurer as documents print it. */
export function toInsurerDetails({ name, afm, address, phone, email }: Insurer, language: Language): InsurerDetails {
  return { name: name[language], afm, address: address[language], phone, email };
}
