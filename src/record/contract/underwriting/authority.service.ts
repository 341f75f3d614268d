import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { buildAuthorityRefusal, findExceedances, type AuthorityCheck, type AuthorityNeed, type AuthorityReport } from './authority.js';
import { AuthorityRepository, type Underwriter } from './authority.repository.js';

export interface Decider extends Writer {
  readonly userId: number;
  readonly at: Date;
}

@Injectable()
export class AuthorityService {
  constructor(
    private readonly repository: AuthorityRepository,
    private readonly settings: SettingsService,
  ) {}

  /** The check throws DomainError AUTHORITY_EXCEEDED. */
  createCheck(decider: Decider): AuthorityCheck {
    return async (need) => {
      const report = await this.assess(decider, need);
      if (report.exceeded.length > 0) throw buildAuthorityRefusal(report);
    };
  }

  async assess(decider: Decider, need: AuthorityNeed): Promise<AuthorityReport> {
    const [{ requireAuthority }, underwriters] = await Promise.all([this.settings.get(decider), this.repository.listUnderwriters(decider)]);
    const today = toLocalDate(decider.at);
    const exceedancesOf = ({ isGranted, granted }: Underwriter) =>
      isGranted || requireAuthority ? findExceedances(granted, need, today) : [];
    const own = underwriters.find(({ id }) => id === decider.userId);
    return {
      need,
      exceeded: own ? exceedancesOf(own) : findExceedances([], need, today),
      mayDecide: underwriters.filter((one) => exceedancesOf(one).length === 0).map(({ id, name }) => ({ id, name })),
    };
  }
}
