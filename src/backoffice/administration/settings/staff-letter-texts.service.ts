import { Injectable } from '@nestjs/common';
import { assertNoViolations } from '../../../common/domain-error.js';
import { LANGUAGES } from '../../../common/language.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import type { LetterContents, LetterFacts } from '../../../record/core/letters/letter.js';
import { buildLetterContent } from '../../../record/core/letters/letter-content.js';
import { LetterPrinter } from '../../../record/core/letters/letter-printer.js';
import {
  LETTER_KINDS,
  LETTER_ROWS,
  listAllowedPlaceholders,
  type LetterKind,
  type LetterTemplate,
  type LetterTexts,
} from '../../../record/reference/settings/letter-texts.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import { toAuditActor, AuditService, findChangedFields } from '../../access/audit/audit.service.js';
import { assertVersion } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { findTemplateViolations, type LetterTextsRequest, type LetterTextsResponse } from './letter-texts.dto.js';

const SAMPLE_DATE = '2026-12-01';
const SAMPLE_FACTS: Required<LetterFacts> = {
  amount: '332.64',
  dueDate: SAMPLE_DATE,
  paymentCode: 'RF71900004000000000100001',
  instalmentNo: 2,
  startDate: SAMPLE_DATE,
  endDate: '2027-12-01',
  coverUntil: SAMPLE_DATE,
  lastDay: '2026-12-31',
  noticeDate: SAMPLE_DATE,
  acceptBy: SAMPLE_DATE,
  decidedOn: SAMPLE_DATE,
  paidOn: SAMPLE_DATE,
  effectiveDate: SAMPLE_DATE,
  client: 'Παπαδοπούλου Μαρία',
  receivedAt: new Date('2026-11-27T12:05:00Z'),
  way: { el: 'Ηλεκτρονικά, από τη σελίδα του πελάτη', en: 'Electronically, on the customer’s page' },
  statement: {
    el: 'Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση P000000000.',
    en: 'I hereby give notice that I withdraw from the insurance contract P000000000.',
  },
  outcome: { el: 'Το συμβόλαιο ακυρώθηκε. Επιστρέφονται 332,64 €.', en: 'The policy has been cancelled. €332.64 is refunded.' },
  act: { el: 'Ακύρωση ασφαλιστηρίου', en: 'Cancellation of the policy' },
};
const SAMPLE_CHANGE = { el: 'Μεταβολή στοιχείων', en: 'Change' };
/** Letters about an application, which has no policy number yet. */
const BEFORE_POLICY: ReadonlySet<LetterKind> = new Set(['OFFER', 'REFUSAL']);
const SAMPLE = { name: 'Παπαδοπούλου Μαρία', address: 'Ερμού 1, 10563 Αθήνα', policyNo: 'P000000000' };
const SAMPLE_LINE = { el: 'Ασφάλιση πυρός και συμπληρωματικών κινδύνων', en: 'Fire and allied perils insurance' };

@Injectable()
export class StaffLetterTextsService {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly printer: LetterPrinter,
  ) {}

  get({ environment, language }: StaffCaller): Promise<LetterTextsResponse> {
    return this.store.transaction(environment, async (tx) => toResponse((await this.settings.read(tx)).letterTexts, language));
  }

  async preview({ environment, at, language, userId }: StaffCaller, kind: LetterKind, given: LetterTextsRequest): Promise<Buffer> {
    assertNoViolations(findTemplateViolations(given));
    const { insurer, letterTexts } = await this.settings.get(environment);
    const texts = toTexts(letterTexts, given);
    const names: readonly string[] = listAllowedPlaceholders(kind);
    const sample = { ...SAMPLE_FACTS, act: kind === 'ACT_ISSUED' ? SAMPLE_FACTS.act : SAMPLE_CHANGE };
    const facts = Object.fromEntries(Object.entries(sample).filter(([name]) => names.includes(name)));
    const content = Object.fromEntries(
      LANGUAGES.map((each) => [each, buildLetterContent(texts, insurer, { ...SAMPLE, line: SAMPLE_LINE[each] }, { kind, facts }, each)]),
    ) as LetterContents;
    const letter = { kind, content, writtenAt: at };
    return this.printer.print({ lane: 'staff', owner: userId }, environment, letter, {
      language,
      policyNo: BEFORE_POLICY.has(kind) ? null : SAMPLE.policyNo,
      applicationNo: SAMPLE.policyNo,
      logo: texts.logo,
    });
  }

  async change(staff: StaffCaller, given: LetterTextsRequest): Promise<LetterTextsResponse> {
    assertNoViolations(findTemplateViolations(given));
    const { environment } = staff;
    const texts = await this.store.transaction(staff, async (tx) => {
      const before = (await this.settings.lock(tx)).letterTexts;
      assertVersion(staff, before.version);
      const same = toTexts(before, given);
      const changes = findChangedFields(orderFields(before), same);
      if (changes === null) return before;
      const after = { ...same, version: before.version + 1 };
      await this.settings.write(tx, { letterTexts: before }, { letterTexts: after }, staff.at);
      const details = { changed: Object.keys(changes), version: after.version };
      await this.audit.record(tx, toAuditActor(staff), { action: 'change', subject: 'settings', id: environment, environment, details });
      return after;
    });
    runAfterCommit(staff, () => this.settings.forget(environment));
    return toResponse(texts, staff.language);
  }
}

function toTexts(before: LetterTexts, { logo = null, signature, templates }: LetterTextsRequest): LetterTexts {
  const given = new Map(templates.map(({ kind, subject, body }): [LetterKind, LetterTemplate] => [kind, { subject, body }]));
  const kinds = LETTER_KINDS.map((kind) => [kind, given.get(kind) ?? before.templates[kind]]);
  return orderFields({ version: before.version, logo, signature, templates: Object.fromEntries(kinds) as LetterTexts['templates'] });
}

function orderFields({ version, logo, signature, templates }: LetterTexts): LetterTexts {
  const text = ({ el, en }: LetterTexts['signature']): LetterTexts['signature'] => ({ el, en });
  const kinds = LETTER_KINDS.map((kind) => [kind, { subject: text(templates[kind].subject), body: text(templates[kind].body) }]);
  return { version, logo, signature: text(signature), templates: Object.fromEntries(kinds) as LetterTexts['templates'] };
}

function toResponse(texts: LetterTexts, language: 'el' | 'en'): LetterTextsResponse {
  const { templates, ...others } = orderFields(texts);
  return {
    ...others,
    templates: LETTER_KINDS.map((kind) => {
      const { title, required } = LETTER_ROWS[kind];
      return { kind, title: title[language], allowed: [...listAllowedPlaceholders(kind)], required: [...required], ...templates[kind] };
    }),
  };
}
