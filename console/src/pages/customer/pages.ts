export { AgentCustomerView, StaffCustomerView } from './customer-views.js';
export { WithdrawalsPage } from './withdrawals.js';
