/**
 * Where the console stands. The server names its folder in `<base>` relative to the page, so that any path may stand
 * before it; taken once, since the page's address changes as one walks.
 */
const folder = new URL(document.baseURI);
const isSandbox = location.pathname.startsWith(`${folder.pathname}dev/`);

/** The first segment of an address below the console names the sandbox, as it does before the API. */
const SANDBOX_SEGMENT = 'dev/';

export type Environment = 'production' | 'sandbox';
export const ENVIRONMENT: Environment = isSandbox ? 'sandbox' : 'production';

/** Path that every page of this environment begins with. */
export const BASE_PATH = folder.pathname + (isSandbox ? SANDBOX_SEGMENT : '');

/** Path that every call of this environment begins with. */
export const API_PATH = new URL(isSandbox ? '../dev/' : '../', folder).pathname;

/** Where API's documentation is. */
export const DOCS_PATH = new URL('../docs', folder).pathname;

/** Returns the address of the current page in an environment. */
export function pathIn(environment: Environment): string {
  const rest = location.pathname.slice(BASE_PATH.length);
  return folder.pathname + (environment === 'sandbox' ? SANDBOX_SEGMENT : '') + rest;
}

// Relative addresses now refer to the page, as without the element.
document.querySelector('base')?.setAttribute('href', folder.href);
