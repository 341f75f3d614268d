import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { useText, type MessageId } from '../../messages/language.js';
import { FormDialog, type FieldSpec, type Values } from '../form-dialog.js';
import { useFormat } from '../format.js';
import { Card } from '../page.js';
import { act, cancelAmendment, pageOf, type Amendment, type AmendmentDesk, type Step } from './amendment-desk.js';
import { Difference } from './difference.js';

interface ActionsProps {
  readonly desk: AmendmentDesk;
  readonly amendment: Amendment;
  readonly etag: string | null;
}

interface Action {
  /** Name in the response. */
  readonly name: string;
  readonly title: MessageId;
  readonly says: MessageId;
  readonly isDestructive?: boolean;
  readonly fields?: readonly FieldSpec[];
  readonly send: (props: ActionsProps, key: string, values: Values) => Promise<unknown>;
}

const step = (name: Step, title: MessageId, says: MessageId, isDestructive = false): Action => ({
  name,
  title,
  says,
  isDestructive,
  send: ({ desk, amendment, etag }, key) => act(desk, name, { no: amendment.amendmentNo, key, etag }),
});

const ACTIONS: readonly Action[] = [
  step('charge', 'amendment.charge', 'amendment.charge.says', true),
  step('prepay', 'contract-action.prepay', 'amendment.prepay.says'),
  step('request_approval', 'contract-action.approval', 'amendment.approval.says'),
  step('calc', 'contract-action.calc', 'amendment.calc.says'),
  {
    name: 'cancel',
    title: 'amendment.cancel',
    says: 'amendment.cancel.says',
    isDestructive: true,
    send: ({ desk, amendment, etag }, key) => cancelAmendment(desk, { no: amendment.amendmentNo, key, etag }),
  },
  {
    name: 'reinstate',
    title: 'amendment.reinstate',
    says: 'amendment.reinstate.says',
    fields: [{ name: 'reason', label: 'amendment.reason', type: 'long' }],
    send: async ({ desk, amendment }, key, { reason = '' }) =>
      (
        await call('post', '/backoffice-api/applications/{id}/amendments/{amendmentNo}/reinstatement', {
          path: { id: desk.id, amendmentNo: amendment.amendmentNo },
          key,
          body: { reason },
        })
      ).body,
  },
  {
    name: 'reversal',
    title: 'amendment.reverse',
    says: 'amendment.reverse.says',
    isDestructive: true,
    fields: [{ name: 'reason', label: 'amendment.reason', type: 'long' }],
    send: ({ desk, amendment, etag }, key, { reason = '' }) =>
      call('post', '/backoffice-api/applications/{id}/amendments/{amendmentNo}/reversal', {
        path: { id: desk.id, amendmentNo: amendment.amendmentNo },
        key,
        ifMatch: etag,
        body: { reason },
      }),
  },
];

/** Creates an amendment, whose page follows. */
const REINSTATE = 'reinstate';

/** Actions that the amendment allows the caller now. */
export function AmendmentActions(props: ActionsProps): ReactNode {
  const t = useText();
  // Keeps the amendment as opened; the refusal of the API reports later changes.
  const [open, setOpen] = useState<(ActionsProps & { readonly action: Action }) | null>(null);
  const { desk, amendment } = props;
  const possible = ACTIONS.filter(({ name }) => amendment.actions.includes(name));
  const canChange = amendment.actions.includes('update');
  return (
    <>
      {(possible.length > 0 || canChange) && (
        <Card title="contract.actions">
          <div className="choices">
            {possible.map((action) => (
              <button key={action.name} type="button" className="choice" onClick={() => setOpen({ ...props, action })}>
                {t(titleOf(action, amendment))}
              </button>
            ))}
            {canChange && (
              <Link className="choice" to={`${desk.home}/change`} search={{ amendment: String(amendment.amendmentNo) }}>
                {t('amendment.update')}
              </Link>
            )}
          </div>
        </Card>
      )}
      {open !== null && <AmendmentDialog key={open.action.name} {...open} close={() => setOpen(null)} />}
    </>
  );
}

/** An amendment without a payment is issued, not charged. */
const titleOf = ({ name, title }: Action, { due }: Amendment): MessageId =>
  name === 'charge' && due.gross <= 0 ? 'amendment.issue' : title;

function AmendmentDialog({ action, close, ...props }: ActionsProps & { readonly action: Action; readonly close: () => void }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const navigate = useNavigate();
  const { desk, amendment, etag } = props;
  const { amendmentNo, due } = amendment;
  const title = titleOf(action, amendment);
  const says = title === 'amendment.issue' ? 'amendment.issue.says' : action.says;
  return (
    <FormDialog
      title={title}
      says={t(says, { no: amendmentNo, amount: money(due.gross) })}
      confirm={title}
      isDestructive={action.isDestructive}
      fields={action.fields ?? []}
      send={(key, values) => action.send(props, key, values)}
      preview={
        action.name === 'reversal'
          ? {
              name: `amendment reversal ${desk.id} ${amendmentNo} ${etag}`,
              load: async (_, signal) =>
                (
                  await call('post', '/backoffice-api/applications/{id}/amendments/{amendmentNo}/reversal/preview', {
                    path: { id: desk.id, amendmentNo },
                    ifMatch: etag,
                    signal,
                  })
                ).body,
              show: (shown: Amendment) => <Difference amendment={shown} />,
            }
          : undefined
      }
      done={(output) => {
        if (action.name === REINSTATE) void navigate({ to: pageOf(desk, (output as Amendment).amendmentNo) });
      }}
      close={close}
    />
  );
}
