import { NEEDS_TOKEN, type Way, type Ways } from './way.js';

const PORTFOLIO = '/reports-api/resources/portfolio';

const afterNow: Way = async ({ agent }) => {
  const { next } = (await agent.client.get(`${agent.root}/events-api/resources/events?limit=1`)).json<{ next: string }>();
  return { query: `after=${next}` };
};

/** Operations for a copy of the portfolio (reports.40). */
export const PORTFOLIO_WAYS: Ways = {
  [`GET ${PORTFOLIO}`]: NEEDS_TOKEN,
  [`GET ${PORTFOLIO}/changes`]: { done: [200, afterNow], refused: ['400 -102', { query: 'after=yesterday' }] },
  [`GET ${PORTFOLIO}/digest`]: NEEDS_TOKEN,
};
