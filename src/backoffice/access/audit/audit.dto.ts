import { ApiProperty } from '@nestjs/swagger';
import { OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { PeriodQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { ROLES, type Role } from '../../../identity/user.service.js';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from './audit.service.js';

export class AuditQueryDto extends PeriodQueryDto {
  /** E-mail address of the actor at the time of the action. @example "admin@insurer.example" */
  @TextUpTo(254)
  actor?: string;

  /** Role of the actor. @example "issuing" */
  @OneOf(ROLES)
  role?: Role;

  /** Action. @example "rotate" */
  @OneOf(AUDIT_ACTIONS)
  action?: string;

  /** Type of the changed object. @example "api_key" */
  @OneOf(AUDIT_SUBJECTS)
  subjectType?: string;

  /** Id of the changed object, or the code of an agent. @example "12" */
  @TextUpTo(40)
  subjectId?: string;

  /** Use `no` to leave out sign-ins and sign-outs, of type `session`. @example "no" */
  @OneOf(['yes', 'no'])
  sessions?: string;
}

export class AuditEntryResponse {
  /** Id of the entry; later entries have higher ids. @example 4711 */
  id: number;
  /** Time of the action, UTC. @example "2026-11-20T10:30:00.000Z" */
  at: string;
  /** Id of the user; null if no user was signed in. @example 3 */
  actorId: number | null;
  /** E-mail address at that time, or a name such as `clock`. @example "admin@insurer.example" */
  actor: string;
  /** Role at that time; null without a user, and in entries older than this field. @example "admin" */
  role: Role | null;
  /** Action. @example "change" */
  action: string;
  /** Type of the changed object. @example "api_key" */
  subjectType: string;
  /** Id of the changed object, or the code of an agent. @example "12" */
  subjectId: string;
  /** Environment; null for objects that both environments share. @example "production" */
  environment: string | null;
  /** IP address of the caller. @example "192.0.2.10" */
  address: string | null;
  /** `X-Request-Id` of the call. @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  requestId: string | null;
  /** New values, or in `changes` each changed field as [before, after]. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  details: Record<string, unknown>;
}

export class AuditListResponse extends PageResponseOf(AuditEntryResponse) {}
