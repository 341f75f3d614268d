import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Asked, Schema } from '../api/schema.js';
import { useGet } from '../api/use-get.js';
import { ENVIRONMENT, pathIn } from '../base.js';
import { leadsTo } from '../frame/navigation.js';
import { ROLES } from '../frame/roles.js';
import '../messages/audit.js';
import { useText, type MessageId } from '../messages/language.js';
import { useAuditDetails } from '../parts/audit-details.js';
import { useCodes } from '../parts/codes.js';
import { useFormat } from '../parts/format.js';
import { List, type Column } from '../parts/list-page.js';
import { useList } from '../parts/list-search.js';
import { PageHead } from '../parts/page.js';
import { useWho } from '../session.js';

type Entry = Schema<'AuditEntryResponse'>;
type Query = Asked<'/backoffice-api/audit'>;

const ACTIONS: Readonly<Record<NonNullable<Query['action']>, MessageId>> = {
  create: 'audit.create',
  change: 'audit.change',
  delete: 'audit.delete',
  enable: 'audit.enable',
  disable: 'audit.disable',
  rotate: 'audit.rotate',
  recreate: 'audit.recreate',
  use: 'audit.use',
  invite: 'audit.invite',
  signup: 'audit.signup',
  verify: 'audit.verify',
  set_password: 'audit.set_password',
  open: 'audit.open',
  close: 'audit.close',
  book: 'audit.book',
  settle: 'audit.settle',
  resolve: 'audit.resolve',
  reverse: 'audit.reverse',
  answer: 'audit.answer',
  decide: 'audit.decide',
  assign: 'audit.assign',
  release: 'audit.release',
  hand_up: 'audit.hand_up',
  approve: 'audit.approve',
  reject: 'audit.reject',
  confirm: 'audit.confirm',
  cancel: 'audit.cancel',
  unschedule: 'audit.unschedule',
  reinstate: 'audit.reinstate',
  return: 'audit.return',
  send: 'audit.send',
  refuse: 'audit.refuse',
  export: 'audit.export',
  erase: 'audit.erase',
};
const SUBJECTS: Readonly<Record<NonNullable<Query['subjectType']>, MessageId>> = {
  application: 'audit.application',
  authority: 'nav.authorities',
  party: 'audit.party',
  payment: 'audit.payment',
  suspense: 'audit.suspense',
  refund: 'audit.refund',
  payout_batch: 'audit.payout_batch',
  bank_statement: 'audit.bank_statement',
  letter: 'audit.letter',
  message: 'audit.message',
  settings: 'audit.settings',
  program: 'audit.program',
  api_key: 'audit.api_key',
  user: 'audit.user',
  user_key: 'audit.user_key',
  agent: 'audit.agent',
  session: 'audit.session',
  second_factor: 'audit.second_factor',
  signup: 'audit.signed_up',
  webhook: 'audit.webhook',
  pending_action: 'audit.pending_action',
  commission: 'nav.mine.commission',
  booking: 'audit.booking',
  month: 'books.month',
  bonus_malus: 'nav.bonusMalus',
  claim: 'tab.claims',
  amendment_run: 'nav.amendmentRuns',
  withdrawal: 'audit.withdrawal',
  portfolio_transfer: 'nav.transfers',
  message_template: 'nav.templates',
};
const MOST_OFFERED = 500;

/** The audit record. Its filter offers staff as choices; users of agents are typed. */
export function AuditPage(): ReactNode {
  const t = useText();
  const { second } = useFormat();
  const { titleOf, choicesOf } = useCodes();
  const list = useList('/backoffice-api/audit');
  const toText = useAuditDetails();
  const columns: readonly Column<Entry>[] = [
    { title: 'column.at', text: ({ at }) => second(at) },
    { title: 'audit.actor', text: ({ actor }) => actor },
    { title: 'column.role', text: ({ role }) => (role === null ? '' : titleOf(ROLES, role)) },
    { title: 'audit.action', text: ({ action }) => titleOf(ACTIONS, action) },
    {
      title: 'audit.subject',
      text: ({ subjectType, subjectId }) => `${titleOf(SUBJECTS, subjectType)} ${subjectId}`,
      show: (entry) => <Subject entry={entry} />,
    },
    { title: 'environment', text: ({ environment }) => environment ?? '' },
    { title: 'audit.details', text: ({ details }) => toText(details) },
    { title: 'column.address', text: ({ address }) => address ?? '' },
  ];
  return (
    <>
      <PageHead title={t('nav.audit')} />
      <List
        name="nav.audit"
        {...list}
        columns={columns}
        filters={[
          { name: 'actor', label: 'audit.actor', offered: usePeople() },
          { name: 'role', label: 'column.role', choices: choicesOf(ROLES) },
          { name: 'action', label: 'audit.action', choices: choicesOf(ACTIONS) },
          { name: 'subjectType', label: 'audit.subjectType', choices: choicesOf(SUBJECTS) },
          { name: 'subjectId', label: 'audit.subjectId' },
          { name: 'sessions', label: 'audit.sessions', none: 'audit.sessions.shown', choices: [['no', t('audit.sessions.hidden')]] },
          { name: 'from', label: 'filter.from', type: 'date' },
          { name: 'to', label: 'filter.to', type: 'date' },
        ]}
        keyOf={({ id }) => id}
      />
    </>
  );
}

/** Lists whose objects have a page, by the kind of object. */
const LISTS: Readonly<Partial<Record<Entry['subjectType'], string>>> = {
  application: '/applications',
  suspense: '/suspense',
  payout_batch: '/payout-batches',
  bank_statement: '/bank-statements',
  pending_action: '/pending-actions',
  amendment_run: '/amendment-runs',
  user: '/users',
};

/** The object of an entry, as a link where the role sees its page. */
function Subject({ entry: { subjectType, subjectId, environment } }: { readonly entry: Entry }): ReactNode {
  const { titleOf } = useCodes();
  const { role } = useWho();
  const text = `${titleOf(SUBJECTS, subjectType)} ${subjectId}`;
  const list = LISTS[subjectType];
  if (list === undefined || !leadsTo(role, list) || !/^\d+$/.test(subjectId)) return text;
  const path = `${list}/${subjectId}${subjectType === 'user' ? '/sessions' : ''}`;
  if (environment === null || environment === ENVIRONMENT) return <Link to={path}>{text}</Link>;
  return <a href={pathIn(environment as typeof ENVIRONMENT, path.slice(1))}>{text}</a>;
}

/** E-mail addresses of staff, which identify actors in the audit log. */
function usePeople(): readonly (readonly [email: string, name: string])[] {
  const of = (role: string): { readonly role: string; readonly limit: number } => ({ role, limit: MOST_OFFERED });
  const roles = [
    useGet('/backoffice-api/users', { query: of('admin') }),
    useGet('/backoffice-api/users', { query: of('underwriter') }),
    useGet('/backoffice-api/users', { query: of('issuing') }),
  ];
  return roles.flatMap(({ data }) => data?.body.items.map(({ email, name }) => [email, name] as const) ?? []);
}
