import { OmitType } from '@nestjs/swagger';
import { NullWhereAbsent } from '../../gateway/documentation/null-where-absent.js';
import { MotorApplicationResponse, MotorPersonResponse } from './motor-response.dto.js';

@NullWhereAbsent()
export class MotorTemplatePersonResponse extends OmitType(MotorPersonResponse, ['id']) {
  /** Null, because an insert assigns it. @example 101 */
  id: number | null;
}

/** A sample application in the form of a response to an insert. It can be inserted unchanged. */
@NullWhereAbsent()
export class MotorApplicationTemplateResponse extends OmitType(MotorApplicationResponse, [
  ...(['id', 'applicationNo', 'applicationDate', 'version', 'client', 'insured'] as const),
]) {
  /** Null, because an insert assigns it. @example 1 */
  id: number | null;

  /** Null, because an insert assigns it. @example 'M260000001' */
  applicationNo: string | null;

  /** Null, because an insert assigns it. @example '2026-11-21T10:20:00' */
  applicationDate: string | null;

  /** Null, because an insert assigns it. @example 1 */
  version: number | null;

  /** Recipient of the policy. */
  client: MotorTemplatePersonResponse;

  /** Insured person. */
  insured: MotorTemplatePersonResponse;
}
