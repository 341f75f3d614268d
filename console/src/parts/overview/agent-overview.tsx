import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText, type MessageId } from '../../messages/language.js';
import { DEBT_AGES } from '../account-texts.js';
import { useErrorHelp } from '../error-help.js';
import { Bars, Tile, type BarRow } from '../figures.js';
import { useFormat } from '../format.js';
import { Card } from '../page.js';
import { Loaded } from '../states.js';
import { Usage } from './usage.js';

/** Titles of the kinds of work that wait for the agent. */
export const AGENT_TASKS: Readonly<Record<Schema<'AgentTaskResponse'>['task'], MessageId>> = {
  RETURNED: 'task.RETURNED',
  DOCUMENTS: 'task.DOCUMENTS',
  TERMS: 'task.TERMS',
  PAYMENT_CODES: 'task.PAYMENT_CODES',
  OVERDUE: 'task.OVERDUE',
  RENEWALS: 'task.RENEWALS',
};

/** A list of what waits for the agent, each with its count and its filtered list (console.134). */
function Tasks({ tasks }: Pick<Schema<'PortfolioOverviewResponse'>, 'tasks'>): ReactNode {
  const t = useText();
  const { number } = useFormat();
  return (
    <Card title="tasks">
      {tasks.length === 0 ? (
        <p className="quiet">{t('tasks.none')}</p>
      ) : (
        <ul className="choices">
          {tasks.map(({ task, count }) => (
            <li key={task}>
              <Link className="choice" to="/portfolio" search={{ task }}>
                {t(AGENT_TASKS[task])}
                <strong>{number(count)}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The agent's work, its applications, and what is due. */
export function PortfolioOverview({ of }: { readonly of: Schema<'PortfolioOverviewResponse'> }): ReactNode {
  const t = useText();
  const { number, money, day } = useFormat();
  const { applications, instalmentsOverdue } = of;
  const days = (rows: readonly Schema<'DayResponse'>[], from: string, to: string): BarRow[] =>
    rows.map(({ date, count, sum }) => ({
      key: date,
      title: day(date),
      value: sum,
      text: `${number(count)} · ${money(sum)}`,
      search: { [from]: date, [to]: date },
    }));
  const statuses = applications.map(({ line, status, statusTitle, count }) => ({
    key: `${line} ${status}`,
    title: `${t(line === 'fire' ? 'line.fire' : 'line.motor')} · ${statusTitle}`,
    value: count,
    text: number(count),
    search: { status, line },
  }));
  return (
    <>
      <Tasks tasks={of.tasks} />
      <div className="tiles">
        <Tile
          title="nav.portfolio"
          value={number(applications.reduce((sum, { count }) => sum + count, 0))}
          note={t('overview.byStatus')}
          to="/portfolio"
        />
        <Tile
          title="overview.overdue"
          value={money(instalmentsOverdue.sum)}
          note={t('overview.items', { n: instalmentsOverdue.count })}
          to="/portfolio"
          search={{ task: 'OVERDUE' }}
        />
      </div>
      <AccountOverview />
      <div className="halves">
        <Bars title="overview.byStatus" rows={statuses} to="/portfolio" />
        <Bars title="overview.instalmentsDue" rows={days(of.instalmentsDue, 'dueFrom', 'dueTo')} to="/portfolio" />
        <Bars title="overview.renewalsDue" rows={days(of.renewalsDue, 'endFrom', 'endTo')} to="/portfolio" />
      </div>
    </>
  );
}

const ACCOUNT = '/mine/account';

/** The agent's debt to the insurer, by age. */
function AccountOverview(): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const account = useGet('/collection-api/account');
  return (
    <Loaded of={account} lines={2}>
      {({ body: { balance, credit_left: creditLeft, aged_debt: ages } }) => (
        <>
          <div className="tiles">
            <Tile title="account.youOwe" value={money(balance)} to={ACCOUNT} />
            <Tile title="account.left" value={money(creditLeft)} to={ACCOUNT} />
          </div>
          <Bars
            title="account.ages"
            rows={(Object.keys(DEBT_AGES) as (keyof typeof DEBT_AGES)[]).map((age) => ({
              key: age,
              title: t(DEBT_AGES[age]),
              value: ages[age],
              text: money(ages[age]),
              search: {},
            }))}
            to={ACCOUNT}
          />
        </>
      )}
    </Loaded>
  );
}

const CALLS = '/mine/calls';
const HOUR_MS = 3_600_000;

/** Calls of the user's programs in the last 24 hours, and the rest of the limit. */
export function CallsOverview({ of: { hours, errors } }: { readonly of: Schema<'CallsOverviewResponse'> }): ReactNode {
  const { number, moment } = useFormat();
  const help = useErrorHelp(errors.map(({ code }) => code));
  const titleOf = (code: string): string => [code, help.get(code)?.title].filter(Boolean).join(' ');
  return (
    <>
      <div className="halves">
        <Bars
          title="overview.calls"
          rows={hours.map(({ hour, calls }) => ({
            key: hour,
            title: moment(hour),
            value: calls,
            text: number(calls),
            search: { console: 'true', from: hour, to: new Date(Date.parse(hour) + HOUR_MS).toISOString() },
          }))}
          to={CALLS}
        />
        <Bars
          title="overview.errors"
          rows={errors.map(({ code, count }) => ({
            key: code,
            title: titleOf(code),
            value: count,
            text: number(count),
            search: { console: 'true', error_code: code },
          }))}
          to={CALLS}
        />
      </div>
      <Usage />
    </>
  );
}
