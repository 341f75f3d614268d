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
              .filter(({ answers }) => answers.some(({ values }) => values.length > 0))
              .map(({ path, title, answers }) => (
                <section key={path}>
                  <h2>{title}</h2>
                  <dl className="answers">
                    {answers
                      .filter(({ values }) => values.length > 0)
                      .map((answer) => (
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
                            {answer.values.map((value, index) => (
                              <AnswerValue key={index} value={value} path={answer.path} />
                            ))}
                          </dd>
                        </div>
                      ))}
                  </dl>
                </section>
              ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}

const DATE = /^\d{4}-\d\d-\d\d$/;
/** Ends of the paths of years, which have no separator of thousands. */
const YEAR = /year(_piping)?$/i;

interface ValueProps {
  readonly value: Schema<'AnswerValueResponse'>;
  readonly path: string;
}

export function AnswerValue({ value: { value, title }, path }: ValueProps): ReactNode {
  const t = useText();
  const { day, number } = useFormat();
  if (title !== null) return <div>{title}</div>;
  if (typeof value === 'boolean') return <div>{t(value ? 'answer.yes' : 'answer.no')}</div>;
  if (typeof value === 'number') return <div>{YEAR.test(path) ? value : number(value)}</div>;
  return <div className="pre">{DATE.test(value) ? day(value) : value}</div>;
}
