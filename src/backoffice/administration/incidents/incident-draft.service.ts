import { Injectable } from '@nestjs/common';
import { parseInstant } from '../../../common/athens.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { IncidentDraftRepository } from './incident-draft.repository.js';
import type { IncidentDraftQueryDto, IncidentDraftResponse } from './incidents.dto.js';

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 31;
const WRONG_END = {
  el: `Μετά την έναρξη, το πολύ ${MAX_DAYS} ημέρες.`,
  en: `After the start, by ${MAX_DAYS} days at most.`,
};

@Injectable()
export class IncidentDraftService {
  constructor(
    private readonly repository: IncidentDraftRepository,
    private readonly config: Config,
  ) {}

  async get({ environment, at }: StaffCaller, query: IncidentDraftQueryDto): Promise<IncidentDraftResponse> {
    const [from, to] = [parseInstant(query.from)!, parseInstant(query.to)!];
    if (to <= from || to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) throw buildInvalidField('to', WRONG_END, ErrorCode.BAD_QUERY);
    const period = { environment, from, to };
    const services = await this.repository.listServices(period);
    const clients = await this.repository.listClients(period);
    const charges = await this.repository.findCharges(period);
    const isComplete = at.getTime() - from.getTime() <= this.config.callLogDays * DAY_MS;
    return { from: from.toISOString(), to: to.toISOString(), isComplete, services, clients, charges };
  }
}
