import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { AgentService } from '../../record/money/agents/agent.service.js';
import { EMPTY_LIST, SerialisedListsService, SerialisedList } from '../../record/reference/lists/serialised-lists.service.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import type { JobsQuery, PrefecturesQuery, SubagentItemResponse, SubagentsQuery } from './parameter.dto.js';

@Injectable()
export class ParametersService {
  constructor(
    private readonly agents: AgentService,
    private readonly lists: ReferenceLists,
    private readonly serialised: SerialisedListsService,
  ) {}

  prefectures({ prefectureCode, post_code }: PrefecturesQuery): SerialisedList {
    if (post_code === undefined) return this.serialised.select('prefectures', { code: prefectureCode });
    const code = this.lists.prefectureOf(post_code);
    if (code === undefined || (prefectureCode ?? code) !== code) return EMPTY_LIST;
    return this.serialised.select('prefectures', { code });
  }

  /** `basic_job` accepts the values of the subagents' status (parameters.6); two of them find nothing. */
  jobs({ jobCode, basic_job }: JobsQuery): SerialisedList {
    if (basic_job === '2' || basic_job === '3') return EMPTY_LIST;
    return this.serialised.select('jobs', { code: jobCode, where: { basicJob: basic_job === undefined ? undefined : basic_job === '1' } });
  }

  async subagents(caller: UserCaller, { subagentCode, status }: SubagentsQuery): Promise<SerialisedList> {
    const agent = await this.agents.find(caller.environment, caller.user.agentCode);
    const items = (agent?.subagents ?? [])
      .map(({ code, name, status: ofItem }): SubagentItemResponse => ({ code, title: name, titleEn: name, status: String(ofItem) }))
      .filter((item) => (subagentCode ?? item.code) === item.code && (status ?? item.status) === item.status);
    return new SerialisedList(items);
  }
}
