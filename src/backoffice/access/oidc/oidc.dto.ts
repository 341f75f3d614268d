import type { Text } from '../../../common/language.js';
import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedText } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';
import { CookieSessionResponse } from '../accounts/sessions.dto.js';

const MAX_RETURN_TO = 1000;
const MAX_RESPONSE = 8000;
const FOLDER = 'https://console.invalid/console/';

const NO_PAGE: Text = { el: 'Δεν είναι σελίδα της κονσόλας.', en: 'It is not a page of the console.' };

/** Whether a browser finds the address within the console, from the console's folder. */
export function isPageOfConsole(address: string): boolean {
  if (address.length > MAX_RETURN_TO || /[\\\p{Cc}]|^\s*(?:\/|[\w+.-]*:)/u.test(address) || !URL.canParse(address, FOLDER)) return false;
  return new URL(address, FOLDER).href.startsWith(FOLDER);
}

const PAGE_CHECK = buildCheck('console page', NO_PAGE, (value) => typeof value === 'string' && isPageOfConsole(value));

export class ProviderSignInRequest {
  /** Page to show afterwards, relative to the console's folder. @example "dev/referrals?line=fire" */
  @CheckedText(PAGE_CHECK)
  returnTo?: string | null;
}

export class ProviderSignInResponse {
  /** Page of the provider to open. @example "https://login.insurer.example/auth?client_id=insurance&state=k3Jq8ZtW" */
  url: string;
}

export class ProviderReturnRequest {
  /** Query with which the provider sent the person back, unchanged. @example "code=9fXq2L&state=k3Jq8ZtW" */
  @RequiredText(MAX_RESPONSE)
  response: string;
}

export class ProviderSessionResponse extends CookieSessionResponse {
  /** Page that was asked for, relative to the console's folder. @example "dev/referrals?line=fire" */
  returnTo: string;
}

export class ProviderSignOutResponse {
  /** Page that ends the session at the provider; null without one. @example "https://login.insurer.example/logout" */
  url: string | null;
}

export class SignInOptionsResponse {
  /** Name of the provider at which people sign in; null without one. @example "Insurer login" */
  providerName: string | null;
  /** Whether people sign in with passwords. @example true */
  passwordSignIn: boolean;
}
