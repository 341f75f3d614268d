import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { AgentService } from '../../record/money/agents/agent.service.js';
import { EMPTY_LIST, SerialisedListsService, SerialisedList } from '../../record/reference/lists/serialised-lists.service.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import type { JobsQuery, PrefecturesQuery, SubagentsQuery } from './parameter-query.dto.js';
import type { SubagentItemResponse } from './subagent-item.dto.js';

/** The lists that are more than their file (parameters.6); the controllers ask `SerialisedListsService` for the others. */
@Injectable()
export class ParametersService {
  constructor(
    private readonly agents: AgentService,
    private readonly lists: ReferenceLists,
    private readonly answers: SerialisedListsService,
  ) {}

  prefectures({ prefectureCode, post_code }: PrefecturesQuery): SerialisedList {
    if (post_code === undefined) return this.answers.select('prefectures', { code: prefectureCode });
    const code = this.lists.prefectureOf(post_code);
    if (code === undefined || (prefectureCode ?? code) !== code) return EMPTY_LIST;
    return this.answers.select('prefectures', { code });
  }

  /** `basic_job` takes the values of the subagents' status (parameters.6), of which two mean nothing here. */
  jobs({ jobCode, basic_job }: JobsQuery): SerialisedList {
    if (basic_job === '2' || basic_job === '3') return EMPTY_LIST;
    return this.answers.select('jobs', { code: jobCode, where: { basicJob: basic_job === undefined ? undefined : basic_job === '1' } });
  }

  /** The subagents of the caller's own agent. */
  async subagents(caller: UserCaller, { subagentCode, status }: SubagentsQuery): Promise<SerialisedList> {
    const agent = await this.agents.find(caller.environment, caller.user.agentCode);
    const items = (agent?.subagents ?? [])
      .map((subagent): SubagentItemResponse => {
        const { code, name } = subagent;
        return { code, title: name, titleEn: name, status: String(subagent.status) };
      })
      .filter((item) => (subagentCode ?? item.code) === item.code && (status ?? item.status) === item.status);
    return new SerialisedList(items);
  }
}
