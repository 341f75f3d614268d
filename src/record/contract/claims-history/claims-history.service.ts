import { Injectable } from '@nestjs/common';
import type { Holder } from '../../../common/bulkhead.js';
import { getHolder, type OperationContext, type UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { DEFAULT_LANGUAGE } from '../../../common/language.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { toInsurerDetails } from '../../core/documents/document.js';
import { BonusMalusRegistry } from '../../reference/bonus-malus/bonus-malus-registry.js';
import type { ClaimsHistoryDocument } from '../../core/documents/rendering/claims-history.js';
import { PdfRenderer } from '../../core/documents/rendering/pdf-renderer.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { SettingsService } from '../../reference/settings/settings.service.js';
import { toClaimsHistory } from './claims-history.mapper.js';
import { ClaimsHistoryRepository, type HistoryScope } from './claims-history.repository.js';

/** About 15 pages. */
const MAX_CONTRACTS = 300;

@Injectable()
export class ClaimsHistoryService {
  constructor(
    private readonly repository: ClaimsHistoryRepository,
    private readonly registry: BonusMalusRegistry,
    private readonly settings: SettingsService,
    private readonly lists: ReferenceLists,
    private readonly renderer: PdfRenderer,
  ) {}

  printForPolicy(caller: UserCaller, { id, clientAfm, plateNo, questionnaire }: ApplicationRecord<'motor'>): Promise<Buffer> {
    const vehicle = { policyId: id, plateNo, chassisNo: questionnaire.frameNumber ?? null };
    return this.print(caller, getHolder(caller), { clientAfm, agents: caller.user.readableAgents, vehicle });
  }

  printForPerson(staff: OperationContext & { readonly userId: number }, clientAfm: string): Promise<Buffer> {
    return this.print(staff, { lane: 'staff', owner: staff.userId }, { clientAfm, agents: null, vehicle: null });
  }

  private async print({ environment, at }: OperationContext, holder: Holder<Environment | 'staff'>, scope: HistoryScope): Promise<Buffer> {
    const { contracts, omitted } = await this.repository.find(environment, scope, MAX_CONTRACTS);
    if (contracts.length === 0) throw new DomainError(ErrorCode.POLICY_NOT_FOUND);
    const vehicles = contracts.flatMap(({ plateNo, agentCode }) => (plateNo === null ? [] : [{ plateNo, agentCode }]));
    const entries = await this.registry.findOfOwner(environment, scope.clientAfm, vehicles);
    const registry = new Map(entries.map((entry) => [entry.plateNo, entry]));
    const { insurer } = await this.settings.get(environment);
    const { name, address } = insurer;
    const data: ClaimsHistoryDocument = {
      language: DEFAULT_LANGUAGE,
      issuedAt: at,
      currency: 'EUR',
      sandbox: environment === 'sandbox',
      insurer: toInsurerDetails(insurer, DEFAULT_LANGUAGE),
      issuer: [...new Set([name.el, name.en, address.el, address.en])],
      ...toClaimsHistory({ contracts, omitted, registry }, this.lists),
      agents: scope.agents,
    };
    return this.renderer.render(holder, { kind: 'claimsHistory', data });
  }
}
