import type { Schema } from '../api/schema.js';
import type { MessageId } from '../messages/language.js';

type Settings = Schema<'SettingsDto'>;

/** Settings by the kind of their field, with their labels. */
export const SETTING_NUMBERS = [
  ['prepayCancelDays', 'settings.prepayCancelDays'],
  ['bankGraceDays', 'settings.bankGraceDays'],
  ['secondPersonAbove', 'settings.secondPersonAbove'],
  ['secondPersonApprovalsAbove', 'settings.secondPersonApprovalsAbove'],
  ['toleranceCents', 'settings.toleranceCents'],
  ['eventRetentionDays', 'settings.eventRetentionDays'],
  ['documentsPerApplication', 'settings.documentsPerApplication'],
  ['documentMegabytesPerApplication', 'settings.documentMegabytesPerApplication'],
  ['documentMegabytesPerAgentDay', 'settings.documentMegabytesPerAgentDay'],
  ['documentArchiveDays', 'settings.documentArchiveDays'],
  ['retentionYears', 'settings.retentionYears'],
] as const satisfies readonly (readonly [keyof Settings, MessageId])[];
export const SETTING_FLAGS = [
  ['unearnedPremium', 'settings.unearnedPremium'],
  ['requireAuthority', 'settings.requireAuthority'],
  ['secondPersonDeclines', 'settings.secondPersonDeclines'],
  ['secondPersonClosings', 'settings.secondPersonClosings'],
  ['secondPersonAuthorities', 'settings.secondPersonAuthorities'],
  ['secondPersonTransfers', 'settings.secondPersonTransfers'],
] as const satisfies readonly (readonly [keyof Settings, MessageId])[];
export const SETTING_TEXTS = [
  ['creditorCode', 'settings.creditorCode'],
  ['greenCardInsurerCode', 'settings.greenCardInsurerCode'],
  ['payoutIban', 'settings.payoutIban'],
] as const satisfies readonly (readonly [keyof Settings, MessageId])[];
