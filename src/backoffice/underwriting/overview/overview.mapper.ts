import type { Language } from '../../../common/language.js';
import { toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { toNumber, toNumbers, sum } from '../../../common/money.js';
import { getStatusTitle, type Status } from '../../../record/core/applications/status.js';
import type { LineCode } from '../../../record/reference/products/line-table.js';
import { AGES, type Age, type OverviewPart } from '../../../record/exchange/overview/overview-shares.js';
import type { OverviewFigure } from '../../../record/exchange/overview/overview.repository.js';
import type {
  DayResponse,
  DueDays,
  IssuingOverviewResponse,
  OverdueResponse,
  PortfolioOverviewResponse,
  ReasonCountResponse,
  StatusCountResponse,
  UnderwritingOverviewResponse,
} from './overview.dto.js';

type Figures = readonly OverviewFigure[];

const byAge = (a: { readonly age: Age }, b: { readonly age: Age }): number => AGES.indexOf(a.age) - AGES.indexOf(b.age);

export interface WaitingNow {
  readonly amendments: { readonly count: number; readonly oldest: Date | null };
  readonly reasons: readonly ReasonCountResponse[];
}

export function toUnderwriting(figures: Figures, { amendments, reasons }: WaitingNow, language: Language): UnderwritingOverviewResponse {
  const waiting = of(figures, 'referral');
  const referrals = waiting.map(({ key, line, count }) => {
    const [status = '', age] = key.split(' ') as [string, Age];
    return { line, status, age, count };
  });
  return {
    applications: toStatusCounts(figures, language),
    referrals: { count: getCount(waiting), oldest: findOldest(waiting), items: referrals.sort(byAge), reasons: [...reasons] },
    amendments: { count: amendments.count, oldest: amendments.oldest && toLocalDateTime(amendments.oldest) },
    premium: of(figures, 'premium')
      .map(({ key: month, line, count: policies, net, gross }) => ({ month, line, policies, ...toNumbers({ net, gross }) }))
      .reverse(),
  };
}

export function toIssuing(figures: Figures, language: Language, today: LocalDate): IssuingOverviewResponse {
  const suspense = of(figures, 'suspense');
  const refunds = [...of(figures, 'refund'), ...of(figures, 'sender')];
  const requests = of(figures, 'request');
  return {
    applications: toStatusCounts(figures, language),
    suspense: { count: getCount(suspense), sum: getGross(suspense), oldest: findOldest(suspense) },
    refundsOwed: { count: getCount(refunds), sum: getGross(refunds) },
    messages: of(figures, 'message').map((one) => ({ kind: one.key, count: one.count, oldest: findOldest([one]) ?? '' })),
    serviceRequests: {
      count: getCount(requests),
      oldest: findOldest(requests),
      items: requests.map(({ key, count }) => ({ age: key as Age, count })).sort(byAge),
    },
    ...toDueDays(figures, today),
  };
}

export function toPortfolio(
  figures: Figures,
  tasks: PortfolioOverviewResponse['tasks'],
  language: Language,
  today: LocalDate,
): PortfolioOverviewResponse {
  return { tasks, applications: toStatusCounts(figures, language), ...toDueDays(figures, today) };
}

function toStatusCounts(figures: Figures, language: Language): StatusCountResponse[] {
  return of(figures, 'status').map(({ key, line, count }) => {
    return { line, status: key, statusTitle: getStatusTitle(key as Status, line as LineCode)[language], count };
  });
}

function toDueDays(figures: Figures, today: LocalDate): DueDays {
  const instalments = of(figures, 'instalment');
  return {
    instalmentsDue: toDays(instalments.filter(({ key }) => key >= today)),
    instalmentsOverdue: toOverdue(instalments.filter(({ key }) => key < today)),
    renewalsDue: toDays(of(figures, 'renewal')),
  };
}

function toDays(figures: Figures): DayResponse[] {
  const days = [...new Set(figures.map(({ key }) => key))];
  return days.map((date) => {
    const ofDay = figures.filter(({ key }) => key === date);
    return { date, count: getCount(ofDay), sum: getGross(ofDay) };
  });
}

function toOverdue(figures: Figures): OverdueResponse {
  return { count: getCount(figures), sum: getGross(figures), oldest: figures[0]?.key ?? null };
}

function of(figures: Figures, part: OverviewPart): OverviewFigure[] {
  return figures.filter((figure) => figure.part === part);
}

function getCount(figures: Figures): number {
  return figures.reduce((total, { count }) => total + count, 0);
}

function getGross(figures: Figures): number {
  return toNumber(sum(figures.map(({ gross }) => gross)));
}

function findOldest(figures: Figures): string | null {
  const moments = figures.flatMap(({ oldest }) => (oldest === null ? [] : [oldest.getTime()]));
  return moments.length === 0 ? null : toLocalDateTime(new Date(Math.min(...moments)));
}
