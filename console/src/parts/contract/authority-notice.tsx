import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { useText } from '../../messages/language.js';
import { useWho } from '../../session.js';
import { ChoiceField, LongField, bindTo, useAction, useFields } from '../form.js';
import { useFormat } from '../format.js';
import { Card, Facts, type Fact } from '../page.js';
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

/** Shows the limits of the user's authority in the line of the referral; nothing without an authority. */
export function OwnLimits({ line }: { readonly line: string }): ReactNode {
  const t = useText();
  const { userId } = useWho();
  const { money, percent } = useFormat();
  const found = useGet('/backoffice-api/authorities', { query: { userId, state: 'IN_FORCE' } });
  const authority = found.data?.body.items.find(({ lines }) => lines.includes(line));
  if (authority === undefined) return null;
  const { maxSumInsured, maxPremium, maxLoadingPercent, maxDiscountPercent, maxDeductible } = authority;
  const ofPercent = (limit: number): string => percent(limit / 100);
  const limits = [
    ['authority.sumInsured', maxSumInsured, money],
    ['authority.premium', maxPremium, money],
    ['authority.loading', maxLoadingPercent, ofPercent],
    ['authority.discount', maxDiscountPercent, ofPercent],
    ['authority.deductible', maxDeductible, money],
  ] as const;
  const shown = limits.flatMap(([title, limit, format]): Fact[] => (limit === null ? [] : [[title, format(limit)]]));
  return <Card title="decision.limits">{shown.length === 0 ? <p>{t('decision.limits.none')}</p> : <Facts facts={shown} />}</Card>;
}
