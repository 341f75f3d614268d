import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import { ENVIRONMENT } from '../../base.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../codes.js';
import { FormDialog, type FieldSpec } from '../form-dialog.js';
import { useFormat } from '../format.js';
import { Secret } from '../secret.js';
import { Loaded } from '../states.js';
import { Table, type Column } from '../table.js';
import { RowButton, WriteButton } from '../write-button.js';
import {
  createLink,
  listLinks,
  withdrawLink,
  type CustomerDesk,
  type CustomerLink,
  type LinkPurpose,
  type NewLink,
} from './customer-desk.js';

const PURPOSES: Titles = {
  accept: 'link.purpose.accept',
  pay: 'link.purpose.pay',
  policy: 'link.purpose.policy',
  withdraw: 'link.purpose.withdraw',
};

const STATES: Titles = {
  open: 'link.state.open',
  expired: 'link.state.expired',
  withdrawn: 'link.state.withdrawn',
  locked: 'link.state.locked',
};
const TONES: Readonly<Record<string, string>> = { open: 'good', locked: 'bad' };

interface LinksProps {
  readonly desk: CustomerDesk;
  /** Purposes that the application allows now. */
  readonly purposes: readonly LinkPurpose[];
}

/** Links of an application by which its customer acts: the list, a new one, and the withdrawal of one. */
export function CustomerLinks({ desk, purposes }: LinksProps): ReactNode {
  const t = useText();
  const { titleOf } = useCodes();
  const { moment } = useFormat();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewLink | null>(null);
  const [withdrawn, setWithdrawn] = useState<CustomerLink | null>(null);
  const links = useQuery<CustomerLink[], Problem>({
    queryKey: ['customer links', desk.name, desk.id],
    queryFn: ({ signal }) => listLinks(desk, signal),
  });
  const columns: readonly Column<CustomerLink>[] = [
    { title: 'link.purpose', text: ({ purpose }) => titleOf(PURPOSES, purpose) },
    {
      title: 'column.status',
      text: ({ state }) => titleOf(STATES, state),
      show: ({ state }) => <span className={`tag ${TONES[state] ?? ''}`}>{titleOf(STATES, state)}</span>,
    },
    { title: 'link.expires', text: ({ expiresAt }) => moment(expiresAt) },
    { title: 'link.created', text: ({ createdBy, createdAt }) => `${createdBy}, ${moment(createdAt)}` },
    { title: 'link.withdrawn', text: ({ withdrawnAt }) => (withdrawnAt === null ? '' : moment(withdrawnAt)) },
  ];
  return (
    <section className="stack">
      <h2>{t('links')}</h2>
      <p className="quiet">{t(purposes.length === 0 ? 'links.none.possible' : 'links.about')}</p>
      {purposes.length > 0 && (
        <div className="tools">
          <WriteButton size="xs" variant="default" onClick={() => setMaking(true)}>
            {t('link.new')}
          </WriteButton>
        </div>
      )}
      {made !== null && made.sentTo !== null && (
        <Alert variant="outline" role="status">
          {t('link.sent', { address: made.sentTo })}
        </Alert>
      )}
      <Loaded of={links} lines={2}>
        {(found) =>
          found.length === 0 ? (
            <p>{t('links.empty')}</p>
          ) : (
            <Table
              name="links"
              rows={found}
              columns={columns}
              keyOf={({ id }) => id}
              actions={(link) => link.state === 'open' && <RowButton title="link.withdraw" onClick={() => setWithdrawn(link)} />}
            />
          )
        }
      </Loaded>
      {isMaking && <NewLinkDialog desk={desk} purposes={purposes} done={setMade} close={() => setMaking(false)} />}
      {made !== null && made.sentTo === null && <Secret title="link.made" secret={made.url} close={() => setMade(null)} />}
      {withdrawn !== null && (
        <FormDialog
          title="link.withdraw"
          says={t('link.withdraw.says', { purpose: titleOf(PURPOSES, withdrawn.purpose) })}
          confirm="link.withdraw"
          isDestructive
          fields={[]}
          send={(key) => withdrawLink(desk, withdrawn.id, key)}
          close={() => setWithdrawn(null)}
        />
      )}
    </section>
  );
}

interface NewLinkProps extends LinksProps {
  readonly done: (made: NewLink) => void;
  readonly close: () => void;
}

function NewLinkDialog({ desk, purposes, done, close }: NewLinkProps): ReactNode {
  const t = useText();
  const { titleOf } = useCodes();
  const isSandbox = ENVIRONMENT === 'sandbox';
  const way: FieldSpec = {
    name: 'way',
    label: 'link.way',
    initial: 'copy',
    path: 'email',
    choices: [
      ['copy', t('link.way.copy')],
      ['mail', t('link.way.mail')],
    ],
  };
  const fields: readonly FieldSpec[] = [
    {
      name: 'purpose',
      label: 'link.purpose',
      initial: purposes[0],
      choices: purposes.map((purpose) => [purpose, titleOf(PURPOSES, purpose)]),
    },
    { name: 'expires', label: 'link.lastDay', hint: 'link.lastDay.hint', type: 'date', isOptional: true },
    ...(isSandbox ? [] : [way]),
  ];
  return (
    <FormDialog
      title="link.new"
      says={t(isSandbox ? 'link.new.says.sandbox' : 'link.new.says')}
      confirm="link.create"
      fields={fields}
      send={(key, { purpose, expires = '', way: chosen }) =>
        createLink(desk, { purpose: purpose as LinkPurpose, expires: expires || null, mail: chosen === 'mail' }, key)
      }
      done={done}
      close={close}
    />
  );
}
