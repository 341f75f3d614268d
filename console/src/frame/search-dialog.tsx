import { Modal, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import '../messages/clients.js';
import { useText, type MessageId } from '../messages/language.js';
import { useFocusBack } from '../parts/focus.js';
import { useDelayed } from '../parts/form-dialog.js';
import { useFormat } from '../parts/format.js';
import { toPlain } from '../parts/plain-text.js';
import { Loaded } from '../parts/states.js';
import { useWho, type Role } from '../session.js';
import { groupsFor, leadsTo } from './navigation.js';

/** Shortest text that is searched for. */
const MIN_TEXT = 1;
/** Request ids are of this form. */
const REQUEST_ID = /^[\w-]{20,100}$/;

interface Hit {
  readonly key: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly title: string;
  readonly note?: string;
}

interface HitGroup {
  readonly title: MessageId;
  readonly hits: readonly Hit[];
}

/** Searches everything that the user's role sees, and the pages of the menu (console.89). */
export function SearchDialog({ close }: { readonly close: () => void }): ReactNode {
  const t = useText();
  const { role } = useWho();
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useFocusBack();
  const q = useDelayed(text.trim());
  const found = useGet('/backoffice-api/search', { query: { q }, enabled: q.length >= MIN_TEXT, keepsPrevious: true });
  const pages = usePages(text.trim());
  const toGroups = useHits(role, q);
  const walk = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const places = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = places.indexOf(document.activeElement as HTMLElement);
    places[Math.max(0, Math.min(places.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
  };
  const openFirst = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') box.current?.querySelector('a')?.click();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('search')}
      size="lg"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className="stack" ref={box} onKeyDown={walk}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search.hint')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={openFirst}
          autoComplete="off"
          data-autofocus
        />
        {q.length >= MIN_TEXT && text.trim() !== '' && (
          <Loaded of={found} lines={3}>
            {({ body }) => <Hits groups={[...toGroups(body), pages]} close={close} />}
          </Loaded>
        )}
      </div>
    </Modal>
  );
}

function Hits({ groups, close }: { readonly groups: readonly HitGroup[]; readonly close: () => void }): ReactNode {
  const t = useText();
  const shown = groups.filter(({ hits }) => hits.length > 0);
  if (shown.length === 0)
    return (
      <p className="empty" role="status">
        {t('search.none')}
      </p>
    );
  return shown.map(({ title, hits }) => (
    <section key={title} aria-label={t(title)}>
      <p className="quiet small">{t(title)}</p>
      <ul className="choices">
        {hits.map(({ key, to, search, title: name, note }) => (
          <li key={key} className="choices">
            <Link className="choice" to={to} search={search} onClick={close}>
              <span>{name}</span> {note !== undefined && <span className="quiet small">{note}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Returns a function that turns the response into groups of links for the role. */
function useHits(role: Role, q: string): (found: Schema<'SearchResponse'>) => HitGroup[] {
  const { money, day } = useFormat();
  return ({ contracts, clients, payments, agents, users }) => [
    {
      title: 'search.contracts',
      hits: contracts.map(({ id, line, applicationNo, policyNo, clientName, statusTitle }) => ({
        key: String(id),
        to: role === 'agent' ? `/portfolio/${line}/${id}` : `/applications/${id}`,
        title: `${policyNo ?? applicationNo} · ${clientName}`,
        note: statusTitle,
      })),
    },
    {
      title: 'search.clients',
      hits: clients.map(({ id, name, afm }) => ({ key: String(id), to: `/clients/${id}`, title: name, note: afm })),
    },
    {
      title: 'search.payments',
      hits: payments.flatMap(({ suspenseId, applicationId, reference, amount, valueDate }) => {
        const to = suspenseId !== null ? `/suspense/${suspenseId}` : applicationId === null ? null : `/applications/${applicationId}`;
        return to === null ? [] : [{ key: to, to, title: `${reference} · ${money(amount)}`, note: day(valueDate) }];
      }),
    },
    {
      title: 'nav.agents',
      hits: agents.map(({ code, name }) => ({ key: code, title: `${code} ${name}`, ...pageOfAgent(role, code, name) })),
    },
    {
      title: 'nav.users',
      hits: users.map(({ id, name, email }) => ({ key: String(id), to: '/users', search: { text: email }, title: name, note: email })),
    },
    {
      title: 'nav.calls',
      hits: REQUEST_ID.test(q) && leadsTo(role, '/calls') ? [{ key: q, to: '/calls', search: { requestId: q }, title: q }] : [],
    },
  ];
}

/** Page about an agent: its terms, its account, or its applications and policies. */
function pageOfAgent(role: Role, code: string, name: string): Pick<Hit, 'to' | 'search'> {
  if (leadsTo(role, '/agents')) return { to: '/agents', search: { name } };
  return leadsTo(role, '/accounts') ? { to: '/accounts', search: { agent: code } } : { to: '/applications', search: { agent: code } };
}

/** Pages of the menu whose title contains the text. */
function usePages(text: string): HitGroup {
  const t = useText();
  const { role } = useWho();
  const entries = text === '' ? [] : groupsFor(role).flatMap((group) => group.entries);
  const hits = entries
    .map(({ to, title }) => ({ key: to, to, title: t(title) }))
    .filter(({ title }) => toPlain(title).includes(toPlain(text)));
  return { title: 'nav', hits };
}
