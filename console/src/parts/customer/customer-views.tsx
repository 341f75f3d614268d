import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../codes.js';
import type { Application } from '../contract/application.js';
import type { Contract } from '../contract/contract.js';
import { useFormat } from '../format.js';
import { Loaded } from '../states.js';
import { Table, type Column } from '../table.js';
import { CustomerActs } from './customer-acts.js';
import { listPurposes } from './customer-desk.js';
import { CustomerLinks } from './customer-links.js';
import { OffersView } from './offers-view.js';
import { PaperAnswer } from './paper-answer.js';

export const WITHDRAWAL_STATES: Titles = {
  OPEN: 'withdrawal.OPEN',
  CANCELLED: 'withdrawal.CANCELLED',
  CLOSED: 'withdrawal.CLOSED',
};

/** Links and acts of the customer of an application, for staff. */
export function StaffCustomerView({ application, etag }: { readonly application: Application; readonly etag: string | null }): ReactNode {
  const { id, status, issueDate } = application;
  return (
    <div className="card-body stack">
      <CustomerLinks desk={{ name: 'staff', id }} purposes={listPurposes(status, issueDate !== null)} />
      <PaperAnswer application={application} etag={etag} />
      <CustomerActs id={id} />
    </div>
  );
}

/** Offers, links and withdrawals of the customer of an application, for its agent. */
export function AgentCustomerView({ contract }: { readonly contract: Contract }): ReactNode {
  const { id, status, isPolicy } = contract;
  return (
    <div className="card-body stack">
      <OffersView id={id} status={status} />
      <CustomerLinks desk={{ name: 'agent', id }} purposes={listPurposes(status, isPolicy)} />
      {isPolicy && <Withdrawals id={id} />}
    </div>
  );
}

function Withdrawals({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const { titleOf } = useCodes();
  const { moment } = useFormat();
  const withdrawals = useGet('/docs-api/policy/applications/{id}/withdrawals', { path: { id } });
  const columns: readonly Column<Schema<'AgentWithdrawalResponse'>>[] = [
    { title: 'withdrawal.received', text: ({ received_at: received }) => moment(received) },
    { title: 'column.status', text: ({ state }) => titleOf(WITHDRAWAL_STATES, state) },
    { title: 'withdrawal.statement', text: ({ statement }) => statement },
    { title: 'withdrawal.decision', text: ({ decision }) => decision ?? '' },
    { title: 'withdrawal.refund', amount: ({ refund }) => refund },
  ];
  return (
    <section className="stack">
      <h2>{t('nav.withdrawals')}</h2>
      <Loaded of={withdrawals} lines={2}>
        {({ body }) =>
          body.length === 0 ? (
            <p>{t('withdrawals.empty')}</p>
          ) : (
            <Table name="nav.withdrawals" rows={body} columns={columns} keyOf={(one) => one.id} />
          )
        }
      </Loaded>
    </section>
  );
}
