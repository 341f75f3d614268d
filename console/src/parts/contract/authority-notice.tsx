import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { useWho } from '../../session.js';
import { ChoiceField, LongField, bindTo, useAction, useFields } from '../form.js';
import { ProblemNotice } from '../states.js';
import type { Referred } from './referred.js';

interface NoticeProps {
  readonly authority: Schema<'DecisionAuthorityResponse'>;
  readonly referred: Referred;
  readonly close: () => void;
}

/** Says whether the user's authority covers a decision, and hands the referral up if it does not. */
export function AuthorityNotice({ authority, referred, close }: NoticeProps): ReactNode {
  const t = useText();
  const { userId } = useWho();
  const { sufficient, exceeded, secondPersonReason } = authority;
  const others = authority.mayDecide.filter(({ id }) => id !== userId);
  const fields = useFields({ userId: String(others[0]?.id ?? ''), note: '' });
  const handUp = useAction((key) => referred.handUp({ userId: Number(fields.values.userId), note: fields.values.note }, key), close);
  const bind = bindTo(fields, handUp.problem);
  if (sufficient) return secondPersonReason === null ? null : <p role="status">{t('authority.second', { why: secondPersonReason })}</p>;
  return (
    <section className="card">
      <div className="card-body stack" role="status">
        <p>{t('authority.exceeded')}</p>
        <ul>
          {exceeded.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
        {others.length === 0 && <p>{t('authority.nobody')}</p>}
        {others.length > 0 && (
          <>
            <ChoiceField {...bind('userId')} label="authority.to" choices={others.map(({ id, name }) => [String(id), name])} />
            <LongField {...bind('note')} label="notes.new" rows={2} isRequired />
            {handUp.problem !== null && <ProblemNotice problem={handUp.problem} />}
            <div>
              <Button
                size="xs"
                variant="default"
                loading={handUp.isRunning}
                disabled={fields.values.note.trim() === ''}
                onClick={() => void handUp.run()}
              >
                {t('authority.handUp')}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
