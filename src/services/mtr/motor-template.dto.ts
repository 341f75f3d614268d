import { OmitType } from '@nestjs/swagger';
import { NullWhereAbsent } from '../../gateway/documentation/null-where-absent.js';
import { MotorApplicationResponse, MotorPersonResponse } from './motor-response.dto.js';

/** A vehicle application as an insert of it would return it now; null is what only an insert gives. */
@NullWhereAbsent()
export class MotorTemplatePersonResponse extends OmitType(MotorPersonResponse, ['id']) {
  /** Null here: an insert gives it. @example 101 */
  id: number | null;
}

/** A vehicle application as an insert of it would return it now; null is what only an insert gives. Sent as it is, it is inserted. */
@NullWhereAbsent()
export class MotorApplicationTemplateResponse extends OmitType(MotorApplicationResponse, [
  ...(['id', 'applicationNo', 'applicationDate', 'version', 'client', 'insured'] as const),
]) {
  /** Null here: an insert gives it. @example 1 */
  id: number | null;

  /** Null here: an insert gives it. @example 'M260000001' */
  applicationNo: string | null;

  /** Null here: an insert gives it. @example '2026-11-21T10:20:00' */
  applicationDate: string | null;

  /** Null here: an insert gives it. @example 1 */
  version: number | null;

  /** Recipient of the policy. */
  client: MotorTemplatePersonResponse;

  /** The insured. */
  insured: MotorTemplatePersonResponse;
}
