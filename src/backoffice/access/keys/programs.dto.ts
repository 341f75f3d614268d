import { Required, TextUpTo } from '../../../common/validation/decorators.js';
import { PageDto, PageQueryDto } from '../../common/page.dto.js';

const MAX_NAME = 100;
const MAX_OWNER = 254;

/** A new program. */
export class NewProgramRequest {
  /** What people call it @example "Broker portal" */
  @Required()
  @TextUpTo(MAX_NAME)
  name: string;

  /** Who answers for it: a person, a company or an e-mail address @example "portal@broker.example" */
  @Required()
  @TextUpTo(MAX_OWNER)
  owner: string;
}

/** Which programs. */
export class ProgramQueryDto extends PageQueryDto {
  /** Part of the name, whatever its capitals and accents @example "portal" */
  @TextUpTo(MAX_NAME)
  name?: string;
}

/** A program that calls the gateway by its API keys. */
export class ProgramResponse {
  /** Its number @example 4 */
  id: number;

  /** What people call it @example "Broker portal" */
  name: string;

  /** Who answers for it; agents do not see it @example "portal@broker.example" */
  owner?: string;

  /** When it was made, UTC @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;
}

/** Programs by name. */
export class ProgramListResponse extends PageDto {
  /** The part asked for */
  items: ProgramResponse[];
}
