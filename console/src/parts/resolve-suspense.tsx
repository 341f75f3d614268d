import type { ReactNode } from 'react';
import { call } from '../api/client.js';
import type { Schema } from '../api/schema.js';
import { Problem } from '../api/problem.js';
import { useText, type MessageId, type Text } from '../messages/language.js';
import { FormDialog, type Values } from './form-dialog.js';
import { useFormat } from './format.js';

export type Suspended = Schema<'SuspenseItemResponse'>;

type Resolution = Schema<'SuspenseResolutionRequest'>;

/** Finds the application or policy with a number that people read. */
async function findContract(number: string, item: Suspended, t: Text, signal?: AbortSignal): Promise<number> {
  const known = item.creditOf ?? item.applicationId;
  if (known !== null && [item.applicationNo, item.policyNo].includes(number)) return known;
  const { contracts } = (await call('get', '/backoffice-api/search', { query: { q: number }, signal })).body;
  const [found] = contracts.filter(({ applicationNo, policyNo }) => [applicationNo, policyNo].includes(number));
  if (found === undefined) throw new Problem('refused', '', null, [{ path: 'applicationId', message: t('suspense.notFound') }]);
  return found.id;
}

/** Reads the form; items to use together are numbers with any text between them. */
async function toResolution(values: Values, item: Suspended, t: Text, signal?: AbortSignal): Promise<Resolution> {
  const { use = 'pay', applicationId: number = '' } = values;
  const needsContract = use === 'pay' || use === 'credit';
  return buildResolution(values, needsContract ? await findContract(number.trim().toUpperCase(), item, t, signal) : 0);
}

function buildResolution({ use, agentCode = '', amount = '', withItems = '', writeOff }: Values, applicationId: number): Resolution {
  const targets: Readonly<Record<string, Resolution>> = {
    pay: { applicationId, writeOff: writeOff === 'yes' },
    credit: { creditOf: applicationId },
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
          initial: item.policyNo ?? item.applicationNo ?? '',
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
      send={async (key, values) =>
        call('post', '/backoffice-api/suspense/{id}/resolution', { path, key, body: await toResolution(values, item, t) })
      }
      preview={{
        name: `suspense ${item.id}`,
        load: async (values, signal) =>
          (
            await call('post', '/backoffice-api/suspense/{id}/resolution/preview', {
              path,
              body: await toResolution(values, item, t, signal),
              signal,
            })
          ).body,
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
