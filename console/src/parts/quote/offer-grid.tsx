import { Button, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Problem } from '../../api/problem.js';
import { useText } from '../../messages/language.js';
import { saveFile } from '../csv.js';
import { useAction } from '../form.js';
import { useFormat } from '../format.js';
import { Loading, ProblemNotice } from '../states.js';
import type { Offer, OfferedCover, Offers } from './use-offers.js';

const PRICE_ROWS = [
  ['net', 'price.net'],
  ['fee', 'price.fee'],
  ['tax', 'price.taxes'],
  ['gross', 'price.gross'],
] as const;

export interface OfferGridProps {
  readonly offers: UseQueryResult<Offers, Problem>;
  /** Position of the insured object. */
  readonly index?: number;
  readonly chosen: string;
  readonly choose: (code: string) => void;
  /** Prints the offer of the chosen bundle. */
  readonly print: () => Promise<Blob>;
}

/** Compares the bundles: each cover with its sum and price, and under them what adds up to the total (console.130). */
export function OfferGrid({ offers: found, index = 0, chosen, choose, print }: OfferGridProps): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const offers = found.data?.[index];
  // The form shows the problem of a price.
  if (offers === undefined) return found.isPending && <Loading lines={8} />;
  if (offers.length === 0) return <p className="empty">{t('quote.none')}</p>;
  const titles = new Map(offers.flatMap(({ covers }) => covers.map(({ code, title }) => [code, title] as const)));
  const covers = [...titles].sort(([one], [other]) => one.localeCompare(other));
  const classOf = ({ code }: Offer): string => (code === chosen ? 'number chosen' : 'number');
  const offer = offers.find(({ code }) => code === chosen);
  return (
    <>
      {offers[0]!.warnings?.map((text) => (
        <p key={text} className="small" role="status">
          <span className="tag wait">{t('quote.remarks')}</span> {text}
        </p>
      ))}
      <div className="table-box">
        <table className="table offers">
          <thead>
            <tr>
              <th scope="col">{t('quote.cover')}</th>
              {offers.map((each) => (
                <th key={each.code} scope="col" className={classOf(each)}>
                  <button
                    type="button"
                    className="offer"
                    aria-pressed={each.code === chosen}
                    disabled={each.price === null}
                    onClick={() => choose(each.code)}
                  >
                    {each.code} {each.title}
                    <strong>{money(each.price?.gross)}</strong>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {offers.some(({ messages }) => messages.length > 0) && (
              <tr>
                <th scope="row">{t('quote.remarks')}</th>
                {offers.map((each) => (
                  <td key={each.code} className={each.code === chosen ? 'remarks chosen' : 'remarks'}>
                    {each.messages.map(({ code, text }, index) => (
                      <p key={index} className="small">
                        <span className="tag wait">{code}</span> {text}
                      </p>
                    ))}
                  </td>
                ))}
              </tr>
            )}
            {covers.map(([code, title]) => (
              <tr key={code}>
                <th scope="row">{title}</th>
                {offers.map((each) => (
                  <td key={each.code} className={classOf(each)}>
                    <Cover cover={each.covers.find((cover) => cover.code === code)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {PRICE_ROWS.map(([name, title]) => (
              <tr key={name} className={name === 'gross' ? 'total' : undefined}>
                <th scope="row">{t(title)}</th>
                {offers.map((each) => (
                  <td key={each.code} className={classOf(each)}>
                    {money(each.price?.[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
      {offer !== undefined && <ChosenOffer offer={offer} print={print} />}
    </>
  );
}

function Cover({ cover }: { readonly cover: OfferedCover | undefined }): ReactNode {
  const t = useText();
  const { money } = useFormat();
  if (cover === undefined)
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t('quote.notIncluded')}</VisuallyHidden>
      </>
    );
  return (
    <>
      <span aria-hidden="true">✓ </span>
      <VisuallyHidden>{t('quote.included')} </VisuallyHidden>
      {cover.net !== null && money(cover.net)}
      {cover.sumInsured !== null && <span className="quiet small block">{money(cover.sumInsured)}</span>}
    </>
  );
}

/** The chosen bundle with its total, and its offer as a file to save or send. */
function ChosenOffer({ offer: { code, title, price }, print }: { readonly offer: Offer } & Pick<OfferGridProps, 'print'>): ReactNode {
  const t = useText();
  const { money } = useFormat();
  const file = async (): Promise<File> => new File([await print()], t('quote.offer.file', { bundle: code }), { type: 'application/pdf' });
  const save = useAction(async () => {
    const offer = await file();
    saveFile(offer.name, offer);
  });
  const send = useAction(async () => {
    // The user may close the choice of the program without sending.
    await navigator.share({ files: [await file()] }).catch((error: unknown) => {
      if ((error as Error).name !== 'AbortError') throw error;
    });
  });
  const canSend = 'canShare' in navigator && navigator.canShare({ files: [new File([], 'offer.pdf', { type: 'application/pdf' })] });
  return (
    <div className="stack" role="group" aria-label={`${t('quote.price')}: ${code} ${title}`} aria-live="polite">
      <div className="tools">
        <strong>
          {code} {title}: {money(price?.gross)}
        </strong>
        {price !== null && (
          <Button size="xs" variant="default" loading={save.isRunning} onClick={() => void save.run()}>
            {t('quote.offer.save')}
          </Button>
        )}
        {price !== null && canSend && (
          <Button size="xs" variant="default" loading={send.isRunning} onClick={() => void send.run()}>
            {t('quote.offer.send')}
          </Button>
        )}
      </div>
      {[save, send].map(({ problem }, index) => problem !== null && <ProblemNotice key={index} problem={problem} />)}
    </div>
  );
}
