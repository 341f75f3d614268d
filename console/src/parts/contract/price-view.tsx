import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/schema.js';
import { useText } from '../../messages/language.js';
import { useCodes, type Titles } from '../codes.js';
import { useFormat } from '../format.js';

type Price = Schema<'StaffPriceResponse'>;
type Line = Schema<'StaffPriceLineResponse'>;
type Step = Schema<'TraceStepResponse'>;

/** Shows the price by cover; each cover opens to its calculation. */
export function PriceView({ price }: { readonly price: Price | null }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  if (price === null) return <p className="empty">{t('price.none')}</p>;
  const hasObjects = price.lines.some(({ object }) => object > 1);
  return (
    <>
      <div className="table-box">
        <table className="table cards" aria-label={t('tab.price')}>
          <thead>
            <tr>
              <th>{t('price.cover')}</th>
              <th className="number">{t('price.sumInsured')}</th>
              <th className="number">{t('price.technical')}</th>
              <th className="number">{t('price.discount')}</th>
              <th className="number">{t('price.net')}</th>
            </tr>
          </thead>
          <tbody>
            {price.lines.map((line) => (
              <PriceLine key={`${line.object} ${line.group ?? ''} ${line.cover}`} line={line} hasObjects={hasObjects} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="card-body halves">
        <Totals price={price} />
        {price.instalments.length > 1 && (
          <table className="table">
            <thead>
              <tr>
                <th>{t('price.instalment')}</th>
                <th>{t('price.from')}</th>
                <th className="number">{t('price.gross')}</th>
              </tr>
            </thead>
            <tbody>
              {price.instalments.map((instalment) => (
                <Instalment key={instalment.no} instalment={instalment} />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <p className="card-body quiet small">
        {t('price.tariff', { code: price.tariffCode, version: price.tariffVersion, gross: money(price.gross) })}
      </p>
    </>
  );
}

function Instalment({ instalment }: { readonly instalment: Schema<'InstalmentResponse'> }): ReactNode {
  const { money, day } = useFormat();
  return (
    <tr>
      <td>{instalment.no}</td>
      <td>{day(instalment.from)}</td>
      <td className="number">{money(instalment.gross)}</td>
    </tr>
  );
}

function PriceLine({ line, hasObjects }: { readonly line: Line; readonly hasObjects: boolean }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr>
        <td data-label={t('price.cover')}>
          <div>
            <button type="button" className="open-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? '▾' : '▸'} {line.cover} {line.title}
            </button>
            {(hasObjects || line.group !== null) && (
              <div className="quiet small">{t('price.place', { object: line.object, group: line.group ?? '–' })}</div>
            )}
          </div>
        </td>
        <td className="number" data-label={t('price.sumInsured')}>
          {money(line.sumInsured)}
        </td>
        <td className="number" data-label={t('price.technical')}>
          {money(line.technical)}
        </td>
        <td className="number" data-label={t('price.discount')}>
          {money(line.discount === 0 ? null : -line.discount)}
        </td>
        <td className="number" data-label={t('price.net')}>
          {money(line.net)}
        </td>
      </tr>
      {isOpen && (
        <tr className="arithmetic">
          <td colSpan={5}>
            <Arithmetic line={line} />
          </td>
        </tr>
      )}
    </>
  );
}

const STEPS: Titles = {
  sum: 'step.sum',
  limit: 'step.limit',
  rate: 'step.rate',
  flat: 'step.flat',
  base: 'step.base',
  percent: 'step.percent',
  factor: 'step.factor',
  loading: 'step.loading',
  minimum: 'step.minimum',
};

/** Shows the steps of the technical premium, and from there to the net premium (rating.7). */
function Arithmetic({ line }: { readonly line: Line }): ReactNode {
  const t = useText();
  const { money, percent } = useFormat();
  const minimum = line.trace.find(({ step }) => step === 'minimum');
  const additions = [
    ['price.discount', -line.discount, line.discountRate === 0 ? '' : percent(line.discountRate)],
    ['price.frequency', line.frequencyLoading, ''],
    ['price.minimumLine', line.minimumLine ?? 0, ''],
    ['price.minimumTopUp', line.minimumTopUp ?? 0, ''],
  ] as const;
  return (
    <>
      <div className="equation">
        {line.trace
          .filter((step) => step !== minimum)
          .flatMap((step, index) => [
            index > 0 ? (
              <span key={`${index} sign`} className="sign">
                ×
              </span>
            ) : null,
            <Term key={index} step={step} />,
          ])}
        <span className="sign">{minimum === undefined ? '=' : t('step.atLeast')}</span>
        <span className="term">
          {money(line.technical)}
          <small>{t(minimum === undefined ? 'price.technical' : 'step.minimum')}</small>
        </span>
      </div>
      <div className="equation">
        <span className="term">
          {money(line.technical)}
          <small>{t('price.technical')}</small>
        </span>
        {additions
          .filter(([, value]) => value !== 0)
          .map(([name, value, note]) => (
            <span key={name} className="term">
              {value > 0 ? '+ ' : '− '}
              {money(Math.abs(value))}
              <small>
                {t(name)} {note}
              </small>
            </span>
          ))}
        <span className="sign">=</span>
        <span className="term">
          {money(line.net)}
          <small>{t('price.net')}</small>
        </span>
      </div>
    </>
  );
}

function Term({ step: { step, table, key, of, base, value } }: { readonly step: Step }): ReactNode {
  const { money, number, percent } = useFormat();
  const { titleOf } = useCodes();
  const isMoney = ['sum', 'limit', 'flat', 'base'].includes(step);
  const shown = isMoney
    ? money(value)
    : step === 'rate'
      ? `${number(Number(value))} ‰`
      : step === 'percent'
        ? percent(Number(value))
        : number(Number(value));
  const where = [table, key].filter((part) => part !== undefined && part !== '').join(' · ');
  return (
    <span className="term">
      {base === undefined ? shown : `${money(base)} × ${shown}`}
      <small>
        {titleOf(STEPS, step)} {of ?? where}
      </small>
    </span>
  );
}

function Totals({ price }: { readonly price: Price }): ReactNode {
  const t = useText();
  const { money, percent } = useFormat();
  return (
    <dl className="sum-rows">
      <dt>{t('price.net')}</dt>
      <dd>{money(price.net)}</dd>
      {price.minimumTopUp !== 0 && (
        <>
          <dt className="quiet">{t('price.minimumTopUp')}</dt>
          <dd className="quiet">{money(price.minimumTopUp)}</dd>
        </>
      )}
      <dt>{t('price.fee')}</dt>
      <dd>{money(price.fee)}</dd>
      {price.taxes.map((tax) => [
        <dt key={`${tax.taxClass} name`}>{t('price.tax', { rate: percent(tax.rate), base: money(tax.net + tax.fee) })}</dt>,
        <dd key={`${tax.taxClass} sum`}>{money(tax.tax)}</dd>,
      ])}
      {price.levies.map((levy) => [
        <dt key={`${levy.code} name`}>{t('price.levy', { code: levy.code, rate: percent(levy.rate), base: money(levy.base) })}</dt>,
        <dd key={`${levy.code} sum`}>{money(levy.amount)}</dd>,
      ])}
      <dt className="total">{t('price.gross')}</dt>
      <dd className="total">{money(price.gross)}</dd>
    </dl>
  );
}
