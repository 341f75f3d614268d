import { TextUpTo } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';
import { PageQueryDto, PageResponseOf } from '../../common/page.dto.js';

const MAX_NAME = 100;
const MAX_OWNER = 254;

export class NewProgramRequest {
  /** Name of the program. @example "Broker portal" */
  @RequiredText(MAX_NAME)
  name: string;

  /** Person, company or e-mail address responsible for the program. @example "portal@broker.example" */
  @RequiredText(MAX_OWNER)
  owner: string;
}

export class ProgramQueryDto extends PageQueryDto {
  /** Part of the name; case and accents are ignored. @example "portal" */
  @TextUpTo(MAX_NAME)
  name?: string;
}

export class ProgramResponse {
  /** Id of the program. @example 4 */
  id: number;
  /** Name of the program. @example "Broker portal" */
  name: string;
  /** Person, company or e-mail address responsible for it; hidden from agents. @example "portal@broker.example" */
  owner?: string;
  /** Time of creation, UTC. @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;
}

export class ProgramListResponse extends PageResponseOf(ProgramResponse) {}
