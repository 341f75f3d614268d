/** Folder of the console, from the server's `<base>`. Read once, because navigation changes the address. */
const folder = new URL(document.baseURI);
export const FOLDER = folder.pathname;
const isSandbox = location.pathname.startsWith(`${folder.pathname}dev/`);

/** First path segment of the sandbox, below the console as before the API. */
const SANDBOX_SEGMENT = 'dev/';

export type Environment = 'production' | 'sandbox';
export const ENVIRONMENT: Environment = isSandbox ? 'sandbox' : 'production';

/** Path prefix of the pages of this environment. */
export const BASE_PATH = folder.pathname + (isSandbox ? SANDBOX_SEGMENT : '');

/** Path prefix of the API calls of this environment. */
export const API_PATH = new URL(isSandbox ? '../dev/' : '../', folder).pathname;

/** Address of the API of an environment, for programs. */
export function apiAddress(environment: Environment): string {
  const root = new URL(environment === 'sandbox' ? '../dev' : '..', folder);
  return root.href.replace(/\/$/, '');
}

export const DOCS_PATH = new URL('../docs', folder).pathname;

/** Parameter with which a user of the sandbox only opens production (console.135). */
export const SANDBOX_ONLY = 'sandboxOnly';

/** Returns the address of a page in an environment, of the current page if none is given. */
export function pathIn(environment: Environment, rest = location.pathname.slice(BASE_PATH.length)): string {
  return folder.pathname + (environment === 'sandbox' ? SANDBOX_SEGMENT : '') + rest;
}

// Relative addresses now refer to the page, as without the element.
document.querySelector('base')?.setAttribute('href', folder.href);
