import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/use-get.js';
import { useFormat } from '../format.js';
import { Card, StatusTag } from '../page.js';
import type { Application } from './application.js';
import { AnswerValues } from './questionnaire-view.js';

/** The answers because of which a rule refers the application. */
export function ReferralAnswers({ id, code }: { readonly id: number; readonly code: string }): ReactNode {
  const { data } = useGet('/backoffice-api/applications/{id}/questionnaire', { path: { id } });
  const answers = (data?.body.groups ?? [])
    .flatMap((group) => group.answers)
    .filter(({ rules, values }) => values.length > 0 && rules.includes(code));
  if (answers.length === 0) return null;
  return (
    <dl className="answers">
      {answers.map((answer) => (
        <div key={answer.path}>
          <dt>{answer.label}</dt>
          <dd>
            <AnswerValues answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Ten others, and the one that is open. */
const MOST_SHOWN = 11;

/** Other applications and policies of the client; nothing without any. */
export function OtherContracts({ application: { id, clientAfm } }: { readonly application: Application }): ReactNode {
  const { money } = useFormat();
  const { data } = useGet('/backoffice-api/applications', { query: { afm: clientAfm, limit: MOST_SHOWN } });
  const others = (data?.body.items ?? []).filter((row) => row.id !== id);
  if (others.length === 0) return null;
  return (
    <Card title="decision.context">
      <ul className="choices">
        {others.map((row) => (
          <li key={row.id} className="choices">
            <Link className="choice" to={`/applications/${row.id}`}>
              <span>
                {row.policyNo ?? row.applicationNo} <span className="quiet small">{row.lineTitle}</span>
              </span>
              <span>
                {money(row.gross)} <StatusTag status={row.status} title={row.statusTitle} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
