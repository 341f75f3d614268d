import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useCodeLists } from '../../forms/code-lists.js';
import { useText, type Text } from '../../messages/language.js';
import { FormDialog, type FieldSpec, type Values } from '../form-dialog.js';
import { NOTHING, today, useFormat } from '../format.js';
import { Card, Facts, StatusTag } from '../page.js';
import { WriteButton } from '../write-button.js';
import type { Application } from './application.js';

/** Names of the actions in the state table. */
const CANCEL = 'cancel_mid_term';
const UNSCHEDULE = 'unschedule_cancellation';
const REINSTATE = 'reinstate';
const LIST = 'cancellationReasons';
/** Reason for which a policy is cancelled from its start. */
const IN_ERROR = 'IN_ERROR';

type Request = Schema<'PolicyCancellationRequest'>;

interface Reason {
  readonly code: string;
  readonly title: string;
  readonly active: boolean;
  readonly textRequired: boolean;
}

const toRequest = (
  { reasonCode = '', text = '', neededText = '', receivedOn = '', date = '', claims }: Values,
  start: string,
): Request => ({
  reasonCode,
  text: text.trim() || neededText.trim() || null,
  receivedOn,
  date: reasonCode === IN_ERROR ? start : date,
  claims: claims === 'yes',
});

/** Lists the reasons of cancellations that can be chosen. */
export function useReasons(): readonly Reason[] {
  const rows = (useCodeLists([LIST])[LIST] ?? []) as unknown as readonly Reason[];
  return rows.filter(({ active }) => active);
}

/** Choice of the reason, and the text beside it, which some reasons require. */
export function buildReasonFields(reasons: readonly Reason[], name: string): FieldSpec[] {
  const needsText = (values: Values): boolean => reasons.find(({ code }) => code === values[name])?.textRequired === true;
  return [
    {
      name,
      label: 'cancellation.reason',
      choices: [['', NOTHING], ...reasons.map(({ code, title }) => [code, title] as const)],
    },
    {
      name: 'text',
      label: 'cancellation.text',
      hint: 'decision.text.hint',
      type: 'long',
      isOptional: true,
      isShown: (values) => !needsText(values),
    },
    { name: 'neededText', path: 'text', label: 'cancellation.text', hint: 'decision.text.hint', type: 'long', isShown: needsText },
  ];
}

/** Yes-no field without a default, so that the answer is deliberate (console.54). */
export function claimsField(t: Text): FieldSpec {
  const choices = [
    ['', NOTHING],
    ['no', t('answer.no')],
    ['yes', t('answer.yes')],
  ] as const;
  return { name: 'claims', label: 'cancellation.claims', choices };
}

interface Props {
  readonly application: Application;
  readonly etag: string | null;
}

/** Cancels a policy after a preview of the refund. The API decides whether it is possible. */
export function Cancellation({ application, etag }: Props): ReactNode {
  const t = useText();
  const reasons = useReasons();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !application.actions.includes(CANCEL)) return null;
  const { id, startDate } = application;
  const path = { id };
  return (
    <Card title="cancellation">
      <WriteButton size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('cancellation.do')}
      </WriteButton>
      {isOpen && (
        <FormDialog
          title="cancellation"
          says={t('cancellation.says')}
          confirm="cancellation.do"
          isDestructive
          fields={[
            ...buildReasonFields(reasons, 'reasonCode'),
            { name: 'receivedOn', label: 'cancellation.receivedOn', type: 'date', initial: today() },
            {
              name: 'date',
              label: 'cancellation.date',
              hint: 'cancellation.date.hint',
              type: 'date',
              initial: today(),
              isShown: ({ reasonCode }) => reasonCode !== IN_ERROR,
            },
            claimsField(t),
          ]}
          send={(key, values) =>
            call('post', '/backoffice-api/applications/{id}/cancellation', { path, key, ifMatch: etag, body: toRequest(values, startDate) })
          }
          preview={{
            name: `cancellation ${id} ${etag}`,
            load: async (values, signal) =>
              (
                await call('post', '/backoffice-api/applications/{id}/cancellation/preview', {
                  path,
                  ifMatch: etag,
                  body: toRequest(values, startDate),
                  signal,
                })
              ).body,
            show: (shown: Schema<'CancellationPreviewResponse'>) => <Refund shown={shown} />,
          }}
          close={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

/** Puts a cancelled policy in force again, or a lapsed one with its payment. The API decides whether it is possible. */
export function Reinstatement({ application }: Pick<Props, 'application'>): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !application.actions.includes(REINSTATE)) return null;
  const { id } = application;
  return (
    <Card title="reinstatement">
      <WriteButton size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('reinstatement.do')}
      </WriteButton>
      {isOpen && (
        <FormDialog
          title="reinstatement"
          says={t('reinstatement.says')}
          confirm="reinstatement.do"
          isDestructive
          fields={[
            { name: 'reason', label: 'cancellation.reason', type: 'long' },
            { name: 'suspenseId', label: 'reinstatement.suspense', hint: 'reinstatement.suspense.hint', type: 'whole', isOptional: true },
          ]}
          send={(key, { reason = '', suspenseId = '' }) =>
            call('post', '/backoffice-api/applications/{id}/reinstatement', {
              path: { id },
              key,
              body: { reason, suspenseId: suspenseId === '' ? null : Number(suspenseId) },
            })
          }
          close={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

/** Shows why and when the policy was cancelled, or is going to be. */
export function CancellationFacts({ application, etag }: Props): ReactNode {
  const { day } = useFormat();
  const { cancellation, scheduledCancellation: scheduled } = application;
  const shown = cancellation ?? scheduled;
  if (shown === null) return null;
  return (
    <Card title={cancellation === null ? 'cancellation.scheduled' : 'cancellation'}>
      <Facts
        facts={[
          ['cancellation.reason', shown.reasonTitle ?? NOTHING],
          ['cancellation.text', shown.text ?? NOTHING],
          ['cancellation.receivedOn', shown.receivedOn === null ? NOTHING : day(shown.receivedOn)],
          ['cancellation.date', shown.date === null ? NOTHING : day(shown.date)],
          ['cancellation.coverEnds', day(cancellation?.coverEnds ?? shown.date ?? '')],
        ]}
      />
      {cancellation === null && <Withdrawing application={application} etag={etag} />}
    </Card>
  );
}

function Withdrawing({ application: { id, actions }, etag }: Props): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!actions.includes(UNSCHEDULE)) return null;
  return (
    <>
      <WriteButton size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('cancellation.withdraw')}
      </WriteButton>
      {isOpen && (
        <FormDialog
          title="cancellation.withdraw"
          says={t('cancellation.withdraw.says')}
          confirm="cancellation.withdraw"
          fields={[]}
          send={(key) => call('delete', '/backoffice-api/applications/{id}/scheduled-cancellation', { path: { id }, key, ifMatch: etag })}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Refund({ shown }: { readonly shown: Schema<'CancellationPreviewResponse'> }): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const { refund, coverEnds, scheduled, needsSecondPerson } = shown;
  return (
    <>
      <p>
        {t('preview.status')} <StatusTag status={shown.status} title={shown.statusTitle} />
      </p>
      <p>
        {t('cancellation.coverEnds')}: {day(coverEnds)}, 00:00
      </p>
      <dl className="sum-rows">
        {refund.receipts.map((receipt) => [
          <dt key={`${receipt.refundedReceiptNo} name`}>
            {t('cancellation.receipt', { no: receipt.refundedReceiptNo, unearned: receipt.unearnedDays, days: receipt.days })}{' '}
            {t(receipt.method === 'CHARGE' ? 'cancellation.toAgent' : 'cancellation.toCustomer')}
          </dt>,
          <dd key={`${receipt.refundedReceiptNo} sum`}>{money(receipt.gross)}</dd>,
        ])}
        <dt className="total">{t('cancellation.total')}</dt>
        <dd className="total">{money(refund.total)}</dd>
      </dl>
      {refund.rule === 'ALL' && <p>{t('cancellation.all')}</p>}
      {refund.rule === 'NONE' && <p>{t('cancellation.none')}</p>}
      {scheduled && <p>{t('cancellation.later')}</p>}
      {needsSecondPerson && <p className="tag wait">{t('cancellation.secondPerson')}</p>}
    </>
  );
}
