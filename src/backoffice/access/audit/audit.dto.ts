import { ApiProperty } from '@nestjs/swagger';
import { IsoDate, OneOf, TextUpTo } from '../../../common/validation/decorators.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';
import { ROLES, type Role } from '../../../identity/user.service.js';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from './audit.service.js';

/** Which entries of the record. */
export class AuditQueryDto extends PageQueryDto {
  /** E-mail address of who did it, as it was then @example "admin@insurer.example" */
  @TextUpTo(254)
  actor?: string;

  /** Role in which it was done @example "issuing" */
  @OneOf(ROLES)
  role?: Role;

  /** What was done @example "rotate" */
  @OneOf(AUDIT_ACTIONS)
  action?: string;

  /** To what kind of thing @example "api_key" */
  @OneOf(AUDIT_SUBJECTS)
  subjectType?: string;

  /** To which one: its id, or an agent's code @example "12" */
  @TextUpTo(40)
  subjectId?: string;

  /** From this date or instant on @example "2026-11-01" */
  @IsoDate()
  from?: string;

  /** Before this date or instant @example "2026-12-01" */
  @IsoDate()
  to?: string;
}

/** One recorded action. */
export class AuditEntryResponse {
  /** Ascends with time @example 4711 */
  id: number;

  /** The instant, UTC @example "2026-11-20T10:30:00.000Z" */
  at: string;

  /** The user who did it; null where no user had signed in @example 3 */
  actorId: number | null;

  /** Their e-mail address as it was then, or what stands for it @example "admin@insurer.example" */
  actor: string;

  /** Their role as it was then; null where no user had signed in, and of what was done before roles were recorded @example "admin" */
  role: Role | null;

  /** What was done @example "change" */
  action: string;

  /** To what kind of thing @example "api_key" */
  subjectType: string;

  /** To which one @example "12" */
  subjectId: string;

  /** The environment, where there is a difference @example "production" */
  environment: string | null;

  /** The address it was done from @example "192.0.2.10" */
  address: string | null;

  /** The call that did it, as in the log @example "01a1fd71-8a44-7b52-9f53-1f5f0a4f3b11" */
  requestId: string | null;

  /** What was set, or `changes` with each field's value before and after */
  @ApiProperty({ type: 'object', additionalProperties: true })
  details: Record<string, unknown>;
}

/** A part of the record, newest first. */
export class AuditListResponse extends PageDto {
  /** The requested part */
  items: AuditEntryResponse[];
}
