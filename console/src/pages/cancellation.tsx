import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useText, type Text } from '../messages/language.js';
import { FormDialog, type FieldSpec, type Values } from '../parts/form-dialog.js';
import { NOTHING, today, useFormat } from '../parts/format.js';
import { Card, StatusTag } from '../parts/page.js';
import type { Application } from './application.js';

/** Name of the action in the state table. */
const CANCEL = 'cancel_mid_term';

type Request = Schema<'PolicyCancellationRequest'>;

const toRequest = ({ date = '', reason = '', claims }: Values): Request => ({ date, reason, claims: claims === 'yes' });

/** Yes-no field without a default, so that the answer is deliberate (console.54). */
export function claimsField(t: Text): FieldSpec {
  const choices = [
    ['', NOTHING],
    ['no', t('answer.no')],
    ['yes', t('answer.yes')],
  ] as const;
  return { name: 'claims', label: 'cancellation.claims', choices };
}

/** Cancels a policy after a preview of the refund. The API decides whether it is possible. */
export function Cancellation({ application, etag }: { readonly application: Application; readonly etag: string | null }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !application.actions.includes(CANCEL)) return null;
  const path = { id: application.id };
  return (
    <Card title="cancellation">
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('cancellation.do')}
      </Button>
      {isOpen && (
        <FormDialog
          title="cancellation"
          says={t('cancellation.says')}
          confirm="cancellation.do"
          isDestructive
          fields={[
            { name: 'date', label: 'cancellation.date', type: 'date', initial: today() },
            { name: 'reason', label: 'cancellation.reason', hint: 'decision.text.hint', type: 'long' },
            claimsField(t),
          ]}
          send={(key, values) =>
            call('post', '/backoffice-api/applications/{id}/cancellation', { path, key, ifMatch: etag, body: toRequest(values) })
          }
          preview={{
            name: `cancellation ${application.id} ${etag}`,
            load: async (values, signal) =>
              (
                await call('post', '/backoffice-api/applications/{id}/cancellation/preview', {
                  path,
                  ifMatch: etag,
                  body: toRequest(values),
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

function Refund({ shown }: { readonly shown: Schema<'CancellationPreviewResponse'> }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const { refund } = shown;
  return (
    <>
      <p>
        {t('preview.status')} <StatusTag status={shown.status} title={shown.statusTitle} />
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
      {refund.withdrawal && <p>{t('cancellation.withdrawal')}</p>}
    </>
  );
}
