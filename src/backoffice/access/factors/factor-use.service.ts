import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../store/store.js';
import type { Visitor } from '../../common/staff-caller.js';
import { AuditService, toVisitingActor } from '../audit/audit.service.js';
import type { SavedMail } from '../mail/account-mailer.js';
import { FactorChallengeService } from './factor-challenge.service.js';
import { FactorNoticeMailer } from './factor-notice.mailer.js';
import type { FactorProof } from './factor-proof.service.js';
import { FactorRepository } from './factor.repository.js';

interface FactorOwner {
  readonly id: number;
  readonly email: string;
}

@Injectable()
export class FactorUseService {
  constructor(
    private readonly factors: FactorRepository,
    private readonly challenges: FactorChallengeService,
    private readonly audit: AuditService,
    private readonly notices: FactorNoticeMailer,
  ) {}

  async use(
    tx: Transaction,
    visitor: Visitor,
    { account, proof, continuation }: { readonly account: FactorOwner; readonly proof: FactorProof; readonly continuation: string },
  ): Promise<boolean> {
    if (!(await this.challenges.use(tx, continuation)) || !(await proof.use(tx))) return false;
    if (proof.secondFactor === 'recovery_code') {
      const { recoveryCodesLeft } = await this.factors.findIn(tx, account.id);
      const details = { kind: 'recovery_code', left: recoveryCodesLeft };
      const actor = toVisitingActor(visitor, account.email, account.id);
      await this.audit.record(tx, actor, { action: 'use', subject: 'second_factor', id: account.id, details });
    }
    return true;
  }

  async saveNotice(tx: Transaction, { id, email }: FactorOwner, { secondFactor }: FactorProof): Promise<SavedMail | null> {
    if (secondFactor !== 'recovery_code') return null;
    const { recoveryCodesLeft } = await this.factors.findIn(tx, id);
    return this.notices.save(tx, email, 'recoveryCodeUsed', recoveryCodesLeft);
  }

  async notify(saved: SavedMail | null): Promise<void> {
    if (saved !== null) await this.notices.send(saved);
  }
}
