import { ApiProperty } from '@nestjs/swagger';
import { buildTextCheck } from '../../../common/validation/checks.js';
import { ArrayOf, Email, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { NotEmptied, RequiredOneOf, RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';
import { ROLES, type Role, type UserStatus } from '../../../identity/user.service.js';

const MAX_NAME = 100;
const MAX_CODE = 20;
const MAX_DELEGATES = 200;
const STATUSES = ['active', 'disabled'] as const;
const INVITATION_STATUSES = ['SENT', 'EXPIRED', 'REVOKED', 'ACCEPTED'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** Changes to a user; absent fields stay unchanged. */
export class UserChangeRequest {
  /** First and last name. @example "Μαρία Παπαδοπούλου" */
  @NotEmptied()
  @TextUpTo(MAX_NAME)
  name?: string;

  /** admin, underwriter, issuing, accounting, auditor or agent; only agents have a code. @example "agent" */
  @NotEmptied()
  @OneOf(ROLES)
  role?: Role;

  /** Code of the user's own agent; required for the role agent, refused for others. @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string | null;

  /** Codes of other agents that the user may act for; only for the role agent. @example ["10002"] */
  @NotEmptied()
  @ArrayOf(MAX_DELEGATES, buildTextCheck(MAX_CODE, 1))
  delegates?: string[];

  /** active or disabled; disabling ends the user's sessions and revokes the tokens. @example "active" */
  @NotEmptied()
  @OneOf(STATUSES)
  status?: UserStatus;
}

export class NewUserRequest {
  /** E-mail address of the account, to which the invitation is sent. @example "maria@broker.example" */
  @Required()
  @Email()
  email: string;

  /** First and last name. @example "Μαρία Παπαδοπούλου" */
  @RequiredText(MAX_NAME)
  name: string;

  /** admin, underwriter, issuing, accounting, auditor or agent. @example "agent" */
  @RequiredOneOf(ROLES)
  role: Role;

  /** Code of the user's own agent; required for the role agent, refused for others. @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string | null;

  /** Codes of other agents that the user may act for; only for the role agent. @example ["10002"] */
  @ArrayOf(MAX_DELEGATES, buildTextCheck(MAX_CODE, 1))
  delegates?: string[] | null;
}

export class UserQueryDto extends PageQueryDto {
  /** admin, underwriter, issuing, accounting, auditor or agent. @example "agent" */
  @OneOf(ROLES)
  role?: Role;

  /** active or disabled. @example "active" */
  @OneOf(STATUSES)
  status?: UserStatus;

  /** Code of the users' own agent. @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string;

  /** Part of the name or e-mail address; case and accents are ignored. @example "papad" */
  @TextUpTo(MAX_NAME)
  text?: string;

  /** no: users who have not accepted their invitation; yes: the others. @example "no" */
  @OneOf(['yes', 'no'])
  hasPassword?: string;
}

export class UserResponse {
  /** Id of the user. @example 7 */
  id: number;
  /** E-mail address of the account. @example "maria@broker.example" */
  email: string;
  /** First and last name. @example "Μαρία Παπαδοπούλου" */
  name: string;
  /** admin, underwriter, issuing, accounting, auditor or agent. @example "agent" */
  role: Role;
  /** Code of the user's own agent; null for the insurer's people. @example "10001" */
  agentCode: string | null;
  /** Codes of other agents that the user may act for. @example ["10002"] */
  delegates: string[];
  /** active or disabled. @example "active" */
  status: UserStatus;
  /** Whether the user has chosen a password. @example true */
  hasPassword: boolean;
  /** SENT, EXPIRED, REVOKED or ACCEPTED. @example "SENT" */
  @ApiProperty({ enum: INVITATION_STATUSES })
  invitation: InvitationStatus;
  /** End of the link of an invitation, UTC; null unless one is open. @example "2026-11-23T10:30:00.000Z" */
  invitationExpiresAt: string | null;
  /** Whether the user signed up: role and agents cannot change, and only the sandbox is open. @example false */
  sandboxOnly: boolean;
  /** Time of creation, UTC. @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;
  /** Time of the last change, UTC. @example "2026-11-20T10:30:00.000Z" */
  updatedAt: string;
}

export class UserListResponse extends PageResponseOf(UserResponse) {}

export class DelegationQuery extends PageQueryDto {
  /** Part of the user's name or e-mail address; case and accents are ignored. @example "papad" */
  @TextUpTo(MAX_NAME)
  text?: string;

  /** Code of the user's own agent. @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string;

  /** Code of the other agent that the user may act for. @example "10002" */
  @TextUpTo(MAX_CODE)
  delegateCode?: string;
}

export class DelegationResponse {
  /** Id of the user. @example 7 */
  userId: number;
  /** Name of the user. @example "Μαρία Παπαδοπούλου" */
  userName: string;
  /** E-mail address of the user's account. @example "maria@broker.example" */
  email: string;
  /** Code of the user's own agent. @example "10001" */
  agentCode: string | null;
  /** Code of the other agent that the user may act for. @example "10002" */
  delegateCode: string;
  /** Begin of the delegation, UTC; null if it was not recorded. @example "2026-11-20T10:30:00.000Z" */
  since: string | null;
}

export class DelegationPageResponse extends PageResponseOf(DelegationResponse) {}
