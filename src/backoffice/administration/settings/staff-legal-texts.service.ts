import { Injectable } from '@nestjs/common';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import { PdfRenderer } from '../../../record/core/documents/rendering/pdf-renderer.js';
import { toLegalTexts, toPrivacyNotice } from '../../../record/contract/issue/legal-texts.mapper.js';
import { toInsurerDetails } from '../../../record/core/documents/document.js';
import type { LegalTexts } from '../../../record/reference/settings/legal-texts.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import { assertVersion } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, findChangedFields } from '../../access/audit/audit.service.js';
import { applyChange } from '../../common/fields.js';
import { LegalTextsRequest, type LegalTextsResponse } from './legal-texts.dto.js';

const SAMPLE_POLICY_NO = 'P000000000';

@Injectable()
export class StaffLegalTextsService {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly renderer: PdfRenderer,
  ) {}

  get({ environment }: StaffCaller): Promise<LegalTextsResponse> {
    return this.store.transaction(environment, async (tx) => orderFields((await this.settings.read(tx)).legalTexts));
  }

  async preview({ environment, at, language, userId }: StaffCaller, line: string, given: LegalTextsRequest): Promise<Buffer> {
    const { insurer, legalTexts: now } = await this.settings.get(environment);
    const isSame = findChangedFields(orderFields(now), toTexts(given, now.version)) === null;
    const legalTexts = toTexts(given, isSame ? now.version : now.version + 1);
    const legal = toLegalTexts({ application: { line }, insurer, legalTexts, language }, SAMPLE_POLICY_NO);
    const head = {
      language,
      insurer: toInsurerDetails(insurer, language),
      issuedAt: at,
      currency: 'EUR',
      sandbox: environment === 'sandbox',
    };
    return this.renderer.render(
      { lane: 'staff', owner: userId },
      {
        kind: 'legalTexts',
        data: { ...head, legal, privacyNotice: toPrivacyNotice({ insurer, legalTexts, language }) },
      },
    );
  }

  async change(staff: StaffCaller, given: LegalTextsRequest): Promise<LegalTextsResponse> {
    const { environment } = staff;
    const texts = await this.store.transaction(staff, async (tx) => {
      const settings = await this.settings.lock(tx);
      const before = orderFields(settings.legalTexts);
      assertVersion(staff, before.version);
      const same = toTexts(given, before.version);
      if (findChangedFields(before, same) === null) return before;
      const after = { ...same, version: before.version + 1 };
      await this.settings.write(tx, { legalTexts: before }, { legalTexts: after }, staff.at);
      const details = { changes: findChangedFields(before, after) };
      await this.audit.record(tx, toAuditActor(staff), { action: 'change', subject: 'settings', id: environment, environment, details });
      return after;
    });
    runAfterCommit(staff, () => this.settings.forget(environment));
    return texts;
  }
}

/** Restores the order of fields, which the database does not keep. */
function orderFields(texts: LegalTexts): LegalTexts {
  return toTexts(texts, texts.version);
}

function toTexts(given: LegalTextsRequest | LegalTexts, version: number): LegalTexts {
  return { version, ...applyChange<Omit<LegalTexts, 'version'>>(LegalTextsRequest, given as LegalTexts) };
}
