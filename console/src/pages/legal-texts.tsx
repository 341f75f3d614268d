import { useState, type ReactNode } from 'react';
import { call, type Result } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { DraftFields } from '../forms/draft-fields.js';
import { requestOf, type Draft, type Field, type Spec } from '../forms/draft.js';
import { useTyped } from '../forms/leaving.js';
import { useDraft } from '../forms/use-draft.js';
import { useText, type MessageId } from '../messages/language.js';
import { useAction } from '../parts/form.js';
import { Card } from '../parts/page.js';
import { LegalPreview } from '../parts/legal-preview.js';
import { SavedForm, SettingsFrame, type Renew } from '../parts/settings-frame.js';

type Given = Schema<'LegalTextsRequest'>;
type Known = Schema<'LegalTextsResponse'>;

/** Builds the Greek and the English field of a text. */
const both = (name: string, label: MessageId, kind: 'text' | 'long' = 'text'): Spec => ({
  kind: 'group',
  name,
  label,
  fields: [
    { kind, name: 'el', label: 'language.el', isRequired: true },
    { kind, name: 'en', label: 'language.en', isRequired: true },
  ],
});

const one = (name: string, label: MessageId, kind: Field['kind'] = 'text'): Field => ({ kind, name, label, isRequired: true });

const DAYS = one('days', 'legal.days', 'whole');
const PHONE = one('phone', 'legal.phone');
const EMAIL = one('email', 'field.email', 'email');
const LINE: readonly Spec[] = [
  {
    kind: 'group',
    name: 'generalConditions',
    label: 'legal.conditions',
    fields: [both('title', 'legal.title'), one('reference', 'legal.reference'), one('version', 'fact.version'), one('url', 'legal.url')],
  },
  {
    kind: 'group',
    name: 'claims',
    label: 'legal.claims',
    fields: [
      both('text', 'legal.text', 'long'),
      PHONE,
      { ...one('friendlySettlementPhone', 'legal.friendlyPhone'), isRequired: false },
      EMAIL,
      both('hours', 'legal.hours'),
      both('address', 'legal.address'),
    ],
  },
];
const RIGHT: readonly Spec[] = [DAYS, both('text', 'legal.text', 'long'), both('form', 'legal.form', 'long')];

interface Part {
  readonly name: keyof Given;
  readonly label: MessageId;
  /** Place on the printed policy. */
  readonly where: MessageId;
  readonly fields: readonly Spec[];
}

const PARTS: readonly Part[] = [
  { name: 'fire', label: 'legal.fire', where: 'legal.where.line', fields: LINE },
  { name: 'motor', label: 'legal.motor', where: 'legal.where.line', fields: LINE },
  { name: 'objection', label: 'legal.objection', where: 'legal.where.right', fields: RIGHT },
  { name: 'withdrawal', label: 'legal.withdrawal', where: 'legal.where.right', fields: RIGHT },
  {
    name: 'complaints',
    label: 'legal.complaints',
    where: 'legal.where.complaints',
    fields: [
      DAYS,
      PHONE,
      EMAIL,
      both('text', 'legal.text', 'long'),
      both('department', 'legal.department'),
      both('address', 'legal.address'),
    ],
  },
];
const OUT_OF_COURT = both('outOfCourt', 'legal.text', 'long');
const PRIVACY = both('privacyNotice', 'legal.text', 'long');
const SPECS: readonly Spec[] = [...PARTS.map((part): Spec => ({ kind: 'group', ...part })), OUT_OF_COURT, PRIVACY];

/** Names that are allowed in braces. */
const NAMES = '{days} {insurer} {address} {email} {policyNo}';

/** Form of all legal texts of policies, in both languages. */
export function LegalTextsPage(): ReactNode {
  const t = useText();
  const texts = useGet('/backoffice-api/settings/legal-texts');
  return (
    <SettingsFrame title="nav.legalTexts" about={t('legal.about')} of={texts}>
      {(found, renew) => <TextsForm found={found} renew={renew} />}
    </SettingsFrame>
  );
}

interface TextsFormProps {
  readonly found: Result<Known>;
  readonly renew: Renew<Known>;
}

const placed = (path: string): string => path;

function TextsForm({ found, renew }: TextsFormProps): ReactNode {
  const t = useText();
  const [{ body, etag }] = useState(found);
  const [begun] = useState(() => typedOf(body) as Draft);
  const form = useDraft(SPECS, begun, null, placed);
  useTyped(() => form.isChanged);
  const textsNow = (): Given => requestOf(SPECS, form.draft) as unknown as Given;
  const save = useAction(
    (key) => call('put', '/backoffice-api/settings/legal-texts', { key, ifMatch: etag, body: textsNow() }),
    renew,
    form.refuse,
  );
  return (
    <>
      <SavedForm save={save} isReady={!form.isUnreadable} renew={() => renew(null)}>
        <p className="quiet">{t('legal.version', { version: body.version, names: NAMES })}</p>
        {PARTS.map(({ name, label, where, fields }) => (
          <Card key={name} title={label}>
            <div className="stack legal">
              <p className="quiet">{t(where)}</p>
              <DraftFields form={form} fields={fields} at={name} />
            </div>
          </Card>
        ))}
        <Card title="legal.outOfCourt">
          <div className="stack legal">
            <p className="quiet">{t('legal.where.outOfCourt')}</p>
            <DraftFields form={form} fields={[OUT_OF_COURT]} />
          </div>
        </Card>
        <Card title="legal.privacy">
          <div className="stack legal">
            <p className="quiet">{t('legal.where.privacy')}</p>
            <DraftFields form={form} fields={[PRIVACY]} />
          </div>
        </Card>
      </SavedForm>
      <LegalPreview textsNow={textsNow} />
    </>
  );
}

type Told = string | number | null | { readonly [name: string]: Told };

/** Returns the texts for the fields of the form. */
function typedOf(told: Told): string | Draft {
  if (told === null) return '';
  if (typeof told !== 'object') return String(told);
  return Object.fromEntries(Object.entries(told).map(([name, inner]) => [name, typedOf(inner)]));
}
