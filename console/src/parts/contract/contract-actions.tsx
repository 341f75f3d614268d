import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/client.js';
import { useText, type MessageId } from '../../messages/language.js';
import { ActionDialog } from '../action-dialog.js';
import { useGet } from '../../api/use-get.js';
import { useAction } from '../form.js';
import { Card } from '../page.js';
import { showToast } from '../toast-store.js';
import { useChargeDue } from './charge-due.js';
import type { Contract, Line } from './contract.js';

interface Call {
  readonly id: number;
  readonly key: string;
  readonly etag: string | null;
}

/** An action of the agent: its names in the state table, and its call. */
interface ContractAction {
  readonly title: MessageId;
  /** Absent for a charge, which shows the amount due instead. */
  readonly says?: MessageId;
  /** Names in the state table. */
  readonly of: readonly string[];
  readonly line?: Line;
  /** Whether the action moves money or changes a contract irreversibly. */
  readonly isDestructive?: boolean;
  readonly send: (call: Call) => Promise<unknown>;
}

const of = ({ id, key, etag }: Call): { path: { id: number }; key: string; ifMatch: string | null } => ({
  path: { id },
  key,
  ifMatch: etag,
});
const motorOf = ({ id, key, etag }: Call): { path: { application: number }; key: string; ifMatch: string | null } => ({
  path: { application: id },
  key,
  ifMatch: etag,
});

const CONTRACT_ACTIONS: readonly ContractAction[] = [
  {
    title: 'contract-action.charge',
    isDestructive: true,
    of: ['issue', 'pay_instalment', 'renew'],
    send: (one) => call('put', '/collection-api/applications/{id}/charge', of(one)),
  },
  {
    title: 'contract-action.prepay',
    says: 'contract-action.prepay.says',
    of: ['prepay'],
    line: 'fire',
    send: (one) => call('put', '/fire-api/rsc/applications/{id}/prepay', of(one)),
  },
  {
    title: 'contract-action.prepay',
    says: 'contract-action.prepay.says',
    of: ['prepay'],
    line: 'motor',
    send: (one) => call('put', '/mtr-api/resources/applications/{application}/issuePrepay', motorOf(one)),
  },
  {
    title: 'contract-action.approval',
    says: 'contract-action.approval.says',
    of: ['request_approval'],
    line: 'fire',
    send: (one) => call('put', '/fire-api/rsc/applications/{id}/request_approval', of(one)),
  },
  {
    title: 'contract-action.approval',
    says: 'contract-action.approval.says',
    of: ['request_approval'],
    line: 'motor',
    send: (one) => call('put', '/mtr-api/resources/applications/{application}/requestApproval', motorOf(one)),
  },
  {
    title: 'contract-action.acceptance',
    says: 'contract-action.acceptance.says',
    of: ['send_for_acceptance'],
    line: 'fire',
    send: (one) => call('put', '/fire-api/rsc/applications/{id}/send_for_acceptance', of(one)),
  },
  {
    title: 'contract-action.acceptance',
    says: 'contract-action.acceptance.says',
    of: ['request_customer_approval'],
    line: 'motor',
    send: (one) => call('put', '/mtr-api/resources/applications/{application}/requestCustomerApproval', motorOf(one)),
  },
  {
    title: 'contract-action.freeze',
    says: 'contract-action.freeze.says',
    of: ['freeze'],
    line: 'motor',
    send: (one) => call('put', '/mtr-api/resources/applications/{application}/freeze', motorOf(one)),
  },
  {
    title: 'contract-action.calc',
    says: 'contract-action.calc.says',
    of: ['calc'],
    line: 'fire',
    send: (one) => call('put', '/fire-api/rsc/applications/{id}/calc', of(one)),
  },
  {
    title: 'contract-action.cancel',
    says: 'contract-action.cancel.says',
    isDestructive: true,
    of: ['cancel'],
    line: 'fire',
    send: (one) => call('delete', '/fire-api/rsc/applications/{id}', of(one)),
  },
  {
    title: 'contract-action.cancel',
    says: 'contract-action.cancel.says',
    isDestructive: true,
    of: ['cancel'],
    line: 'motor',
    send: (one) => call('delete', '/mtr-api/resources/applications/{application}', motorOf(one)),
  },
];

/** Names in the state table of the changes that the form of an application makes. */
const EDITS = ['update', 'edit'];

/** Actions that the contract allows now. */
export function ContractActions({ contract, etag }: { readonly contract: Contract; readonly etag: string | null }): ReactNode {
  const t = useText();
  // Keeps the contract as opened; the refusal of the API reports later changes.
  const [open, setOpen] = useState<Omit<DialogProps, 'close'> | null>(null);
  const table = useGet('/backoffice-api/application-actions');
  const { line: ofLine, status: now } = contract;
  const actions = table.data?.body.states.find(({ line, status }) => line === ofLine && status === now)?.actions ?? [];
  const due = useChargeDue(contract, actions);
  const possible = CONTRACT_ACTIONS.flatMap((one) => {
    const says = one.says === undefined ? due : t(one.says);
    const isPossible = (one.line ?? ofLine) === ofLine && one.of.some((name) => actions.includes(name));
    return isPossible && says !== null ? [{ ...one, says }] : [];
  });
  const isEditable = EDITS.some((name) => actions.includes(name));
  return (
    <>
      {(isEditable || possible.length > 0) && (
        <Card title="contract.actions" isActionBar>
          <div className="choices">
            {isEditable && (
              <Link className="choice" to={`/portfolio/${ofLine}/${contract.id}/edit`}>
                {t('contract-action.edit')}
              </Link>
            )}
            {possible.map((chosen) => (
              <button key={chosen.title} type="button" className="choice" onClick={() => setOpen({ chosen, contract, etag })}>
                {t(chosen.title)}
              </button>
            ))}
          </div>
        </Card>
      )}
      {open !== null && <ContractActionDialog {...open} close={() => setOpen(null)} />}
    </>
  );
}

interface DialogProps {
  readonly chosen: Omit<ContractAction, 'says'> & { readonly says: string };
  readonly contract: Contract;
  readonly etag: string | null;
  readonly close: () => void;
}

function ContractActionDialog({ chosen, contract, etag, close }: DialogProps): ReactNode {
  const t = useText();
  const action = useAction(
    (key) => chosen.send({ id: contract.id, key, etag }),
    () => {
      close();
      showToast({ text: t('toast.done', { action: t(chosen.title) }) });
    },
  );
  return (
    <ActionDialog
      title={chosen.title}
      says={chosen.says}
      confirm={chosen.title}
      isDestructive={chosen.isDestructive}
      action={action}
      close={close}
    />
  );
}
