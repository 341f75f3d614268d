import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { ENVIRONMENT } from '../../base.js';
import { useText, type MessageId } from '../../messages/language.js';
import { FormDialog, type FieldSpec, type Values } from '../form-dialog.js';
import { today } from '../format.js';
import { Card } from '../page.js';
import { buildReasonFields, claimsField, useReasons } from './cancellation.js';

interface RoleAction {
  readonly title: MessageId;
  readonly fields: readonly FieldSpec[];
  readonly isCancellation?: boolean;
  readonly send: (id: number, key: string, values: Values) => Promise<unknown>;
}

const TEXT: FieldSpec = { name: 'text', label: 'decision.text', type: 'long' };

const DECISIONS = [
  ['approve', 'decision.approve', []],
  ['return', 'decision.return', [TEXT]],
  ['request_documents', 'decision.documents', [TEXT]],
  ['decline', 'decision.decline', [TEXT]],
] as const;

const ROLE_ACTIONS: readonly RoleAction[] = [
  ...DECISIONS.map(([decision, title, fields]): RoleAction => ({
    title,
    fields,
    send: (id, key, { text }) =>
      call('post', '/test-api/resources/applications/{id}/underwriting', {
        path: { id },
        key,
        body: { decision, messages: text === undefined ? undefined : [{ text }] },
      }),
  })),
  {
    title: 'acting.accept',
    fields: [],
    send: (id, key) => call('post', '/test-api/resources/applications/{id}/acceptance', { path: { id }, key, body: { accepted: true } }),
  },
  {
    title: 'acting.reject',
    fields: [],
    send: (id, key) => call('post', '/test-api/resources/applications/{id}/acceptance', { path: { id }, key, body: { accepted: false } }),
  },
  {
    title: 'acting.pay',
    fields: [],
    send: async (id, key) => {
      const { body } = await call('get', '/collection-api/applications/{id}/payment_code', { path: { id } });
      const { payment_code, amount } = body;
      await call('post', '/test-api/resources/payments', { key, body: { payment_code, amount, reference: `CONSOLE-${key.slice(0, 8)}` } });
    },
  },
  {
    title: 'acting.cancel',
    isCancellation: true,
    fields: [
      { name: 'received_on', label: 'cancellation.receivedOn', type: 'date', initial: today() },
      { name: 'date', label: 'cancellation.date', hint: 'cancellation.date.hint', type: 'date', initial: today() },
    ],
    send: (id, key, { reason_code = '', text = '', neededText = '', received_on, date = '', claims }) =>
      call('post', '/test-api/resources/applications/{id}/cancellation', {
        path: { id },
        key,
        body: { reason_code, text: text.trim() || neededText.trim() || null, received_on, date, claims: claims === 'yes' },
      }),
  },
];

/** Acts as underwriter, client, bank or staff, in the sandbox only. The API refuses impossible actions. */
export function Acting({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const reasons = useReasons();
  const [open, setOpen] = useState<RoleAction | null>(null);
  if (ENVIRONMENT !== 'sandbox') return null;
  return (
    <Card title="acting">
      <details>
        <summary>{t('acting.about')}</summary>
        <div className="choices">
          {ROLE_ACTIONS.map((action) => (
            <button key={action.title} type="button" className="choice" onClick={() => setOpen(action)}>
              {t(action.title)}
            </button>
          ))}
        </div>
      </details>
      {open !== null && (
        <FormDialog
          key={open.title}
          title={open.title}
          says={t('acting.says')}
          confirm={open.title}
          fields={
            open.isCancellation === true ? [...buildReasonFields(reasons, 'reason_code'), ...open.fields, claimsField(t)] : open.fields
          }
          send={(key, values) => open.send(id, key, values)}
          close={() => setOpen(null)}
        />
      )}
    </Card>
  );
}
