export { FireQuotePage } from './quote-fire.js';
export { MotorQuotePage } from './quote-motor.js';
