export { AgentAmendmentPage, StaffAmendmentPage } from './amendment-page.js';
export { AgentChangePage, StaffChangePage } from './change-page.js';
