import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { useFormat } from '../format.js';
import { Loaded } from '../states.js';

/** Lists the questions with their answers in words. */
export function QuestionnaireView({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const questionnaire = useGet('/backoffice-api/applications/{id}/questionnaire', { path: { id } });
  return (
    <div className="card-body">
      <Loaded of={questionnaire}>
        {({ body }) => (
          <div className="stack">
            {body.persons.length > 0 && (
              <section>
                <h2>{t('questionnaire.persons')}</h2>
                <dl className="answers">
                  {body.persons.map(({ role, title, name, afm }) => (
                    <div key={`${role} ${afm}`}>
                      <dt>{title}</dt>
                      <dd>
                        {name} ({afm})
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )}
            {body.groups
              .filter((group) => !isConsent(group))
              .map((group) => (
                <AnswerGroup key={group.path} of={group} />
              ))}
            <Consents groups={body.groups.filter(isConsent)} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

type Group = Schema<'AnswerGroupResponse'>;

/** A group with its answers; nothing without any. */
function AnswerGroup({ of: { title, answers } }: { readonly of: Group }): ReactNode {
  const given = answers.filter(({ values }) => values.length > 0);
  if (given.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <dl className="answers">
        {given.map((answer) => (
          <div key={answer.path}>
            <dt>
              {answer.label}{' '}
              {answer.rules.map((rule) => (
                <span key={rule} className="tag wait">
                  {rule}
                </span>
              ))}
            </dt>
            <dd>
              <AnswerValues answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isConsent = ({ path }: Group): boolean => /\.consents\[\d+\]$/.test(path);

/** Marketing consents in one line each: purpose and means, and the answer. */
function Consents({ groups }: { readonly groups: readonly Group[] }): ReactNode {
  const t = useText();
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>{t('person.consents')}</h2>
      <dl className="answers">
        {groups.map(({ path, answers }) => (
          <div key={path}>
            <dt>
              {answers
                .slice(0, -1)
                .flatMap(({ values }) => values.map(({ title, value }) => title ?? String(value)))
                .join(' · ')}
            </dt>
            <dd>
              <AnswerValues answer={answers.at(-1)!} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The values of an answer in words. */
export function AnswerValues({ answer: { values, path } }: { readonly answer: Group['answers'][number] }): ReactNode {
  return values.map((value, index) => <AnswerValue key={index} value={value} path={path} />);
}

const DATE = /^\d{4}-\d\d-\d\d$/;
/** Ends of the paths of years, which have no separator of thousands. */
const YEAR = /year(_piping)?$/i;

interface ValueProps {
  readonly value: Schema<'AnswerValueResponse'>;
  readonly path: string;
}

function AnswerValue({ value: { value, title }, path }: ValueProps): ReactNode {
  const t = useText();
  const { day, number } = useFormat();
  if (title !== null) return <div>{title}</div>;
  if (typeof value === 'boolean') return <div>{t(value ? 'answer.yes' : 'answer.no')}</div>;
  if (typeof value === 'number') return <div>{YEAR.test(path) ? value : number(value)}</div>;
  return <div className="pre">{DATE.test(value) ? day(value) : value}</div>;
}
