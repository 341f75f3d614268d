export { MySessionsPage, UserSessionsPage } from './sessions.js';
export { ProviderSignInPage } from './provider-sign-in.js';
