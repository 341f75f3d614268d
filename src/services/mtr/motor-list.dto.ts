import { MotorApplicationResponse } from './motor-response.dto.js';

/** What every list says about itself. */
export class MotorList {
  /** Position of the first row, from 1. @example 1 */
  start: number;

  /** Requested rows. @example 20 */
  limit: number;

  /** How many there are in all, exact up to 10,000. @example 1 */
  total: number;
}

/** A page of applications, newest first. */
export class MotorApplicationListResponse extends MotorList {
  /** The applications. */
  applications: MotorApplicationResponse[];
}

/** A page of policies, newest first. */
export class MotorPolicyListResponse extends MotorList {
  /** The policies. */
  policies: MotorApplicationResponse[];
}
