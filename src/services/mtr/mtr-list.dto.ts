import { MtrApplicationEntity } from './mtr-entity.dto.js';

/** What every list says about itself. */
export class MtrList {
  /**
   * Position of the first row, from 1.
   * @example 1
   */
  start: number;

  /**
   * Rows asked for.
   * @example 20
   */
  limit: number;

  /**
   * How many there are in all, exact up to 10,000.
   * @example 1
   */
  total: number;
}

/** A page of applications, newest first. */
export class MtrApplicationList extends MtrList {
  /** The applications. */
  applications: MtrApplicationEntity[];
}

/** A page of policies, newest first. */
export class MtrPolicyList extends MtrList {
  /** The policies. */
  policies: MtrApplicationEntity[];
}
