import type { ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { useText, type MessageId } from '../messages/language.js';
import { FormDialog, type Values } from './form-dialog.js';
import { useFormat } from './format.js';

export type Suspended = Schema<'SuspenseItemResponse'>;

type Resolution = Schema<'SuspenseResolutionRequest'>;

/** Reads the form; items to use together are numbers with any text between them. */
function toResolution({ use, applicationId = '', agentCode = '', amount = '', withItems = '', writeOff }: Values): Resolution {
  const targets: Readonly<Record<string, Resolution>> = {
    pay: { applicationId: Number(applicationId), writeOff: writeOff === 'yes' },
    credit: { creditOf: Number(applicationId) },
    agent: { agentCode },
    refund: { refund: true },
  };
  const items = Array.from(withItems.matchAll(/\d+/g), ([id]) => Number(id));
  return {
    ...targets[use ?? 'pay'],
    ...(amount === '' ? {} : { amount: Number(amount) }),
    ...(items.length === 0 ? {} : { withItems: items }),
  };
}

export function Resolve({ item, close }: { readonly item: Suspended; readonly close: () => void }): ReactNode {
  const t = useText();
  const path = { id: item.id };
  const { money } = useFormat();
  return (
    <FormDialog
      title="suspense.resolve"
      says={t('suspense.resolve.says', { amount: money(item.amount), reference: item.reference })}
      confirm="suspense.resolve"
      isDestructive
      fields={[
        {
          name: 'use',
          label: 'suspense.use',
          initial: 'pay',
          choices: [
            ['pay', t('suspense.use.pay')],
            ['agent', t('suspense.use.agent')],
            ...(item.creditOf === null ? [['credit', t('suspense.use.credit')] as const] : []),
            ['refund', t('suspense.use.refund')],
          ],
        },
        { name: 'amount', label: 'suspense.part', hint: 'suspense.part.hint', type: 'money', isOptional: true },
        { name: 'withItems', label: 'suspense.with', hint: 'suspense.with.hint', isOptional: true },
        { name: 'agentCode', label: 'column.agent', isShown: ({ use }) => use === 'agent' },
        {
          name: 'applicationId',
          label: 'field.applicationId',
          hint: 'field.applicationId.hint',
          type: 'whole',
          initial: String(item.creditOf ?? item.applicationId ?? ''),
          isShown: ({ use }) => use === 'pay' || use === 'credit',
        },
        {
          name: 'writeOff',
          label: 'suspense.writeOff',
          hint: 'suspense.writeOff.hint',
          initial: 'no',
          choices: [
            ['no', t('answer.no')],
            ['yes', t('answer.yes')],
          ],
          isShown: ({ use }) => use === 'pay',
        },
      ]}
      send={(key, values) => call('post', '/backoffice-api/suspense/{id}/resolution', { path, key, body: toResolution(values) })}
      preview={{
        name: `suspense ${item.id}`,
        load: async (values, signal) =>
          (await call('post', '/backoffice-api/suspense/{id}/resolution/preview', { path, body: toResolution(values), signal })).body,
        show: (shown) => <Use of={shown} />,
      }}
      close={close}
    />
  );
}

function Use({ of }: { readonly of: Schema<'SuspensePreviewResponse'> }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const { use, amount, applicationId, application, account, agentCode, rest } = of;
  const isSenders = use === 'OWED' && applicationId === null;
  const title = isSenders ? 'suspense.owed.sender' : (USES[use as keyof typeof USES] ?? 'suspense.owed');
  return (
    <>
      <p>
        {t(title)} <strong>{money(amount)}</strong>
      </p>
      {application !== null && <p>{`${application.applicationNo} · ${application.clientName} · ${application.statusTitle}`}</p>}
      {agentCode !== null && <p>{agentCode}</p>}
      {rest > 0 && <p>{t('suspense.rest', { amount: money(rest) })}</p>}
      {use === 'OWED' && <p>{account === null ? t('suspense.owed.ask') : t('suspense.owed.to', { ...account })}</p>}
    </>
  );
}

const USES = {
  PAID: 'suspense.paid',
  SETTLED: 'suspense.settled',
  CREDIT: 'suspense.credited',
  OWED: 'suspense.owed',
} as const satisfies Readonly<Record<string, MessageId>>;
