import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText, type MessageId } from '../../messages/language.js';
import { NOTHING, useFormat } from '../format.js';
import type { Amendment, AmendmentRequest, Comparison } from './amendment-desk.js';

/** Difference of premium: the year before and after, each receipt with its covers, and the amount to pay. */
export function Difference({ amendment }: { readonly amendment: Amendment }): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const { before, after, receipts, due, renewal, payBy, issuedAt } = amendment;
  const total = issuedAt !== null ? 'amendment.total' : due.gross < 0 ? 'amendment.back' : 'amendment.due';
  return (
    <div className="stack">
      <YearlyPremium before={before} after={after} />
      {receipts.map((receipt) => (
        <Receipt key={`${receipt.instalmentNo} ${receipt.kind}`} receipt={receipt} />
      ))}
      <dl className="sum-rows">
        <dt className="total">{t(total)}</dt>
        <dd className="total">{money(total === 'amendment.back' ? -due.gross : due.gross)}</dd>
      </dl>
      {renewal !== null && <RenewalDifference renewal={renewal} />}
      {payBy !== null && due.gross > 0 && <p>{t('amendment.payBy', { date: day(payBy) })}</p>}
    </div>
  );
}

/** Shows the same change in the issued renewal. */
function RenewalDifference({ renewal }: { readonly renewal: NonNullable<Amendment['renewal']> }): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const { policyNo, effectiveDate, before, after, due } = renewal;
  return (
    <section>
      <h3>{t('amendment.renewal', { no: policyNo, date: day(effectiveDate) })}</h3>
      <YearlyPremium before={before} after={after} />
      <dl className="sum-rows">
        <dt className="total">{t(due.gross < 0 ? 'amendment.back' : 'amendment.due')}</dt>
        <dd className="total">{money(Math.abs(due.gross))}</dd>
      </dl>
    </section>
  );
}

export function YearlyPremium({
  before,
  after,
}: {
  readonly before: Comparison['before'] | null;
  readonly after: Comparison['after'] | null;
}): ReactNode {
  const t = useText();
  const { money } = useFormat();
  return (
    <dl className="sum-rows">
      <dt>{t('amendment.before')}</dt>
      <dd>{money(before?.gross)}</dd>
      <dt>{t('amendment.after')}</dt>
      <dd>{money(after?.gross)}</dd>
    </dl>
  );
}

function Receipt({ receipt }: { readonly receipt: Amendment['receipts'][number] }): ReactNode {
  const t = useText();
  const { money, day } = useFormat();
  const { instalmentNo: n, periodFrom, periodTo, covers, net, fee, tax, levy, gross } = receipt;
  const rows: readonly (readonly [MessageId, number])[] = [
    ['price.net', net],
    ['price.fee', fee],
    ['contract.tax', tax],
    ['contract.levies', levy],
  ];
  return (
    <section>
      <h3>
        {t(receipt.replaces === null ? 'amendment.receipt' : 'amendment.receipt.replaced', { n })}{' '}
        <span className="quiet small">
          {day(periodFrom)} – {day(periodTo)}
        </span>
      </h3>
      <dl className="sum-rows">
        {covers.map(({ objectId, code, title, due, booked, delta }) => [
          <dt key={`${objectId} ${code} name`}>
            {title}{' '}
            <span className="quiet small">
              {money(booked)} → {money(due)}
            </span>
          </dt>,
          <dd key={`${objectId} ${code} sum`}>{money(delta)}</dd>,
        ])}
        {rows
          .filter(([name, sum]) => name === 'price.net' || sum !== 0)
          .map(([name, sum]) => [<dt key={`${name} name`}>{t(name)}</dt>, <dd key={`${name} sum`}>{money(sum)}</dd>])}
        <dt className="total">{t('price.gross')}</dt>
        <dd className="total">{money(gross)}</dd>
      </dl>
    </section>
  );
}

/** Fields that differ, with both values. */
export function ChangedFields({ changes }: Pick<Comparison, 'changes'>): ReactNode {
  const t = useText();
  if (changes.length === 0) return <p className="empty">{t('amendment.unchanged')}</p>;
  return (
    <div className="table-box" role="region" aria-label={t('amendment.changes')} tabIndex={0}>
      <table className="table cards" aria-label={t('amendment.changes')}>
        <thead>
          <tr>
            <th>{t('amendment.field')}</th>
            <th>{t('amendment.was')}</th>
            <th>{t('amendment.now')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, group, label, before, after }) => (
            <tr key={`${path} ${group}`}>
              <td data-label={t('amendment.field')}>
                {label} {group !== '' && <div className="quiet small">{group}</div>}
              </td>
              <td data-label={t('amendment.was')}>
                <Value value={before} />
              </td>
              <td data-label={t('amendment.now')}>
                <Value value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const DATE = /^\d{4}-\d\d-\d\d$/;

function Value({ value }: { readonly value: string | null }): ReactNode {
  const { day } = useFormat();
  if (value === null) return NOTHING;
  return <span className="pre">{DATE.test(value) ? day(value) : value}</span>;
}

type Conflict = Amendment['conflicts'][number];
export type Resolution = NonNullable<AmendmentRequest['resolutions']>[number];

export interface Choice {
  readonly made: readonly Resolution[];
  readonly make: (resolution: Resolution) => void;
}

interface ConflictsProps extends Pick<Amendment, 'conflicts'> {
  /** Choices so far, and how one is made; absent where only the insurer can. */
  readonly choice?: Choice;
}

/** Fields that a later amendment has changed too, with both values and the choice between them. */
export function Conflicts({ conflicts, choice }: ConflictsProps): ReactNode {
  const t = useText();
  if (conflicts.length === 0) return null;
  const isOpen = conflicts.some(({ keep }) => keep === null);
  return (
    <section className="stack" aria-label={t('amendment.conflicts')}>
      {isOpen && <p role="alert">{t(choice === undefined ? 'amendment.conflicts.says' : 'amendment.conflicts.choose')}</p>}
      {conflicts.map((conflict) => (
        <OneConflict key={`${conflict.path} ${conflict.amendmentNo}`} conflict={conflict} choice={choice} />
      ))}
    </section>
  );
}

function OneConflict({ conflict, choice }: { readonly conflict: Conflict; readonly choice: Choice | undefined }): ReactNode {
  const t = useText();
  const { day } = useFormat();
  const { path, title, amendmentNo, effectiveDate, theirs, yours } = conflict;
  const made = choice?.made.find((one) => one.path === path && one.amendmentNo === amendmentNo);
  const keep = made?.keep ?? conflict.keep;
  const values = [
    ['YOURS', t('amendment.conflict.yours', { value: yours ?? NOTHING })],
    ['THEIRS', t('amendment.conflict.theirs', { value: theirs ?? NOTHING, no: amendmentNo, date: day(effectiveDate) })],
  ] as const;
  const label = title ?? path;
  const description = t('amendment.conflict', { no: amendmentNo, date: day(effectiveDate) });
  if (choice !== undefined)
    return (
      <NativeSelect
        name={`conflict.${path}`}
        label={label}
        description={description}
        required
        value={keep ?? ''}
        onChange={({ target }) => target.value !== '' && choice.make({ path, amendmentNo, keep: target.value as Resolution['keep'] })}
        data={[{ value: '', label: NOTHING }, ...values.map(([value, text]) => ({ value, label: text }))]}
      />
    );
  return (
    <fieldset>
      <legend>{label}</legend>
      <p className="quiet small">{description}</p>
      {values.map(([name, text]) => (
        <p key={name}>
          {text} {keep === name && '✓'}
        </p>
      ))}
    </fieldset>
  );
}
