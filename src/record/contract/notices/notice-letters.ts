import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import type { Environment } from '../../../common/environment.js';
import type { Text } from '../../../common/language.js';
import type { Transaction } from '../../../store/store.js';
import { AmendmentRepository } from '../../core/amendments/amendment.repository.js';
import { SegmentRepository } from '../../core/amendments/segment.repository.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { LetterService } from '../../core/letters/letter.service.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { InstalmentCodes } from './instalment-codes.js';
import type { DueNotice } from './notice.repository.js';

/** Each creditor of an amended policy gets a letter too (letters.11). */
@Injectable()
export class NoticeLetters {
  constructor(
    private readonly letters: LetterService,
    private readonly codes: InstalmentCodes,
    private readonly amendments: AmendmentRepository,
    private readonly segments: SegmentRepository,
    private readonly lines: LineRegistry,
  ) {}

  async write(
    tx: Transaction,
    context: OperationContext,
    application: ApplicationRecord,
    notice: DueNotice,
    creditors: readonly Text[],
  ): Promise<boolean> {
    const { startDate, endDate, clientName } = application;
    const facts = { startDate, endDate, ...(await this.codes.addCode(tx, context, notice)) };
    const isNew = (await this.letters.write(tx, context, application, { ...notice, facts })) !== null;
    if (!isNew) return false;
    const { effectiveDate } = notice.facts;
    const act = notice.kind === 'AMENDMENT_REVERSED' ? toReversal(notice.facts.act) : notice.facts.act;
    if (!act || effectiveDate === undefined) return true;
    for (const [index, creditor] of creditors.entries()) {
      const about = `${notice.about}:${index}`;
      const ofCreditor = { client: clientName, act, effectiveDate };
      await this.letters.write(tx, context, application, { kind: 'CREDITOR_NOTICE', about, facts: ofCreditor, creditor });
    }
    return true;
  }

  async findCreditors(environment: Environment, { id, line }: ApplicationRecord, { kind, about }: DueNotice): Promise<Text[]> {
    if (kind !== 'AMENDMENT_ISSUED' && kind !== 'AMENDMENT_REVERSED') return [];
    const amendment = await this.amendments.find(environment, id, Number.parseInt(about, 10));
    const at = kind === 'AMENDMENT_ISSUED' ? amendment?.issuedAt : amendment?.reversedAt;
    if (!amendment || !at) return [];
    const find = (known: Date) => this.segments.findAsOf(environment, id, amendment.effectiveDate, known);
    const [before, after] = await Promise.all([find(new Date(at.getTime() - 1)), find(at)]);
    // On a stopped clock the policy may be issued and amended at the same instant.
    const previous = before ?? (await this.segments.findOriginal(environment, id));
    const creditors = [previous, after].flatMap((contract) =>
      contract ? this.lines.of<LineCode>(line).creditorsOf(contract.questionnaire) : [],
    );
    return creditors.filter(({ el }, index) => creditors.findIndex((other) => other.el === el) === index);
  }
}

function toReversal(act: Text | undefined): Text | undefined {
  return act && { el: `Αντιλογισμός: ${act.el}`, en: `Reversal: ${act.en}` };
}
