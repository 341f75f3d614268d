import { useState, type ReactNode } from 'react';
import { call, type Result } from '../api/client.js';
import { Problem } from '../api/problem.js';
import type { Schema } from '../api/schema.js';
import { useText } from '../messages/language.js';
import { FormDialog } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { agentFilter } from '../parts/line-filters.js';
import { List, type Column } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { RowButton, WriteButton } from '../parts/write-button.js';

type Delegation = Schema<'DelegationResponse'>;
type User = Schema<'UserResponse'>;

/** Lists users who may act for other agents. */
export function DelegationsPage(): ReactNode {
  const t = useText();
  const { moment } = useFormat();
  const list = useList('/backoffice-api/delegations');
  const [chosen, setChosen] = useState<Delegation | 'new' | null>(null);
  const close = (): void => setChosen(null);
  const columns: readonly Column<Delegation>[] = [
    { title: 'field.name', text: ({ userName }) => userName },
    { title: 'field.email', text: ({ email }) => email },
    { title: 'column.agent', text: ({ agentCode }) => agentCode ?? '' },
    { title: 'user.delegates', text: ({ delegateCode }) => delegateCode },
    { title: 'column.since', text: ({ since }) => moment(since) },
  ];
  return (
    <>
      <PageHead title={t('nav.delegations')} about={t('delegation.about')}>
        <WriteButton size="xs" onClick={() => setChosen('new')}>
          {t('delegation.new')}
        </WriteButton>
      </PageHead>
      <List
        name="nav.delegations"
        {...list}
        columns={columns}
        filters={[{ name: 'text', label: 'field.name' }, agentFilter(), agentFilter('delegateCode', 'user.delegates')]}
        keyOf={({ userId, delegateCode }) => `${userId} ${delegateCode}`}
        actions={(row) => <RowButton title="delegation.end" onClick={() => setChosen(row)} />}
      />
      {chosen === 'new' && <NewDelegation close={close} />}
      {chosen !== null && chosen !== 'new' && (
        <FormDialog
          title="delegation.end"
          says={t('delegation.end.says', { name: chosen.userName, agent: chosen.delegateCode })}
          confirm="delegation.end"
          isDestructive
          fields={[]}
          send={(key) => change(key, chosen.userId, (codes) => codes.filter((code) => code !== chosen.delegateCode))}
          close={close}
        />
      )}
    </>
  );
}

function NewDelegation({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  return (
    <FormDialog
      title="delegation.new"
      says={t('delegation.new.says')}
      confirm="delegation.new"
      fields={[
        { name: 'email', label: 'delegation.user', type: 'email' },
        { name: 'agent', label: 'delegation.agent' },
      ]}
      send={async (key, { email = '', agent = '' }) => {
        const { body } = await call('get', '/backoffice-api/users', { query: { role: 'agent', text: email.trim(), limit: MOST } });
        const user = body.items.find((found) => found.email === email.trim().toLowerCase());
        if (user === undefined) throw refusal('email', t('delegation.nobody'));
        try {
          await change(key, user.id, (codes) => [...codes, agent.trim()]);
        } catch (error) {
          // Violations are reported at the index of the agent in the list.
          if (!(error instanceof Problem)) throw error;
          const violation = error.violations.find(({ path }) => path.startsWith('delegates'));
          throw violation === undefined ? error : refusal('agent', violation.message);
        }
      }}
      close={close}
    />
  );
}

const MOST = 500;

const refusal = (path: string, message: string): Problem => new Problem('refused', '', null, [{ path, message }]);

/** Changes the delegates of a user, unless the user changed in the meantime. */
async function change(key: string, id: number, to: (codes: readonly string[]) => string[]): Promise<Result<User>> {
  const path = { id };
  const { body, etag } = await call('get', '/backoffice-api/users/{id}', { path });
  return call('patch', '/backoffice-api/users/{id}', { path, key, ifMatch: etag, body: { delegates: to(body.delegates) } });
}
