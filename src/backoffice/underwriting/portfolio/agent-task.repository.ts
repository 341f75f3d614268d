import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { Store } from '../../../store/store.js';
import { AGENT_TASKS, buildTaskCondition, type AgentTask } from './agent-tasks.js';

export interface TaskCount {
  readonly task: AgentTask;
  readonly count: number;
}

@Injectable()
export class AgentTaskRepository {
  constructor(private readonly store: Store) {}

  async count(environment: Environment, agentCode: string, today: LocalDate): Promise<TaskCount[]> {
    const parts = AGENT_TASKS.map((task) => {
      const condition = buildTaskCondition({ task, agentCode, today })(() => '$1');
      return `SELECT '${task}' AS task, count(*)::integer AS count FROM application a WHERE ${condition}`;
    });
    const counts = await this.store.readAnywhere(environment, (reader) => reader.query<TaskCount>(parts.join(' UNION ALL '), [agentCode]));
    return counts.filter(({ count }) => count > 0);
  }
}
