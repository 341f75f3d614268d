import { textCheck } from '../../../common/validation/checks.js';
import { ArrayOf, Email, OneOf, Required, TextUpTo } from '../../../common/validation/decorators.js';
import { NotEmptied } from '../../common/fields.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';
import { ROLES, type Role, type UserStatus } from '../../../identity/user.service.js';

const MAX_NAME = 100;
const MAX_CODE = 20;
const MAX_DELEGATES = 200;
const STATUSES = ['active', 'disabled'] as const;

/** Changes to a user: what is left out stays as it is. */
export class UserChangeRequest {
  /** First and last name @example "Μαρία Παπαδοπούλου" */
  @NotEmptied()
  @TextUpTo(MAX_NAME)
  name?: string;

  /** admin, underwriter, issuing or agent. Another role than agent drops the agent code and the delegates @example "agent" */
  @NotEmptied()
  @OneOf(ROLES)
  role?: Role;

  /** The agent the user works for; required of role agent, not for the others @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string | null;

  /** Further agents the user may act for; role agent only @example ["10002"] */
  @NotEmptied()
  @ArrayOf(MAX_DELEGATES, textCheck(MAX_CODE, 1))
  delegates?: string[];

  /** active or disabled. Disabling ends the sessions, and kills the tokens of the user's keys @example "active" */
  @NotEmptied()
  @OneOf(STATUSES)
  status?: UserStatus;
}

/** A new user, who is mailed an invitation to choose a password. */
export class NewUserRequest {
  /** The account, and where the invitation goes @example "maria@broker.example" */
  @Required()
  @Email()
  email: string;

  /** First and last name @example "Μαρία Παπαδοπούλου" */
  @Required()
  @TextUpTo(MAX_NAME)
  name: string;

  /** admin, underwriter, issuing or agent @example "agent" */
  @Required()
  @OneOf(ROLES)
  role: Role;

  /** The agent the user works for; required of role agent, not for the others @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string | null;

  /** Further agents the user may act for; role agent only @example ["10002"] */
  @ArrayOf(MAX_DELEGATES, textCheck(MAX_CODE, 1))
  delegates?: string[] | null;
}

/** Which users. */
export class UserQueryDto extends PageQueryDto {
  /** admin, underwriter, issuing or agent @example "agent" */
  @OneOf(ROLES)
  role?: Role;

  /** active or disabled @example "active" */
  @OneOf(STATUSES)
  status?: UserStatus;

  /** Users who work for this agent @example "10001" */
  @TextUpTo(MAX_CODE)
  agentCode?: string;

  /** Part of the name or of the e-mail address, whatever its capitals and accents @example "papad" */
  @TextUpTo(MAX_NAME)
  text?: string;
}

/** One of the insurer's people, or an agent's user. */
export class UserResponse {
  /** Its number @example 7 */
  id: number;

  /** The account @example "maria@broker.example" */
  email: string;

  /** First and last name @example "Μαρία Παπαδοπούλου" */
  name: string;

  /** admin, underwriter, issuing or agent @example "agent" */
  role: Role;

  /** The agent the user works for @example "10001" */
  agentCode: string | null;

  /** Further agents the user may act for @example ["10002"] */
  delegates: string[];

  /** active or disabled @example "active" */
  status: UserStatus;

  /** Whether the user has chosen a password @example true */
  hasPassword: boolean;

  /** Whether the user signed up: then role, agent and delegates stay as they are, and nothing of it works in production @example false */
  sandboxOnly: boolean;

  /** When it was made, UTC @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;

  /** When it was last changed, UTC @example "2026-11-20T10:30:00.000Z" */
  updatedAt: string;
}

/** Users, newest first. */
export class UserListResponse extends PageDto {
  /** The part asked for */
  items: UserResponse[];
}
