/**
 * The measured cases. Each round loads the product and its baselines in turn. `ids` names the pool for `{id}`, `body`
 * the request body, `file` the type of an uploaded file of 2.9 MB. A target is the ratio of requests per second of
 * product and baseline; `ownP99Ms` limits the product's own time per call, `maxGrowthMb` the growth of its memory.
 */
const APPLICATIONS = '/fire-api/rsc/applications';

export const CASES = [
  {
    name: 'retrieve',
    request: { method: 'GET', path: `${APPLICATIONS}/{id}`, ids: 'stored' },
    baselines: [
      { name: 'express-pg', request: { method: 'GET', path: '/rows/{id}', ids: 'stored' }, target: 0.6 },
      { name: 'typeorm-relations', request: { method: 'GET', path: '/rows/{id}', ids: 'stored' }, target: 2.5 },
    ],
  },
  {
    name: 'retrieve-32',
    request: { method: 'GET', path: `${APPLICATIONS}/{id}`, ids: 'stored' },
    connections: 32,
    baselines: [{ name: 'express-pg', request: { method: 'GET', path: '/rows/{id}', ids: 'stored' } }],
  },
  {
    name: 'insert',
    request: { method: 'POST', path: APPLICATIONS, body: 'application' },
    baselines: [{ name: 'express-pg', request: { method: 'POST', path: '/rows', body: 'application' }, target: 0.5 }],
  },
  {
    name: 'update',
    request: { method: 'PUT', path: `${APPLICATIONS}/{id}`, ids: 'changing', body: 'referred' },
    baselines: [{ name: 'express-pg', request: { method: 'PUT', path: '/rows/{id}', ids: 'changing', body: 'referred' }, target: 0.5 }],
  },
  {
    name: 'calc',
    request: { method: 'PUT', path: `${APPLICATIONS}/{id}/calc`, ids: 'changing' },
    baselines: [{ name: 'express-pg', request: { method: 'PUT', path: '/rows/{id}', ids: 'changing' } }],
  },
  {
    name: 'calcbundles',
    request: { method: 'POST', path: '/fire-api/pricing/calcbundles', body: 'bundles' },
    ownP99Ms: 5,
    baselines: [{ name: 'express-hello', request: { method: 'POST', path: '/', body: 'bundles' } }],
  },
  {
    name: 'quotes',
    request: { method: 'POST', path: '/mtr-api/resources/quotes/prices', body: 'quote' },
    ownP99Ms: 5,
    baselines: [{ name: 'express-pg', request: { method: 'GET', path: '/rows/{id}', ids: 'stored' }, target: 0.3 }],
  },
  {
    name: 'parameters',
    request: { method: 'GET', path: '/parameters-api/banks' },
    baselines: [{ name: 'express-hello', request: { method: 'GET', path: '/' } }],
  },
  {
    name: 'search',
    request: { method: 'GET', path: `${APPLICATIONS}?limit=20` },
    baselines: [{ name: 'express-pg', request: { method: 'GET', path: '/rows?limit=20' } }],
  },
  {
    name: 'search-name',
    request: { method: 'GET', path: `${APPLICATIONS}?limit=20&client_name=${encodeURIComponent('γεωργ')}` },
    baselines: [{ name: 'express-pg', request: { method: 'GET', path: '/rows?limit=20' } }],
  },
  {
    name: 'upload',
    request: {
      method: 'POST',
      path: `/docs-api/policy/applications/{id}/documents?file_name=a.pdf&mime_type=application/pdf&category_id=2`,
      ids: 'stored',
      file: 'application/pdf',
    },
    connections: 20,
    maxGrowthMb: 100,
    baselines: [{ name: 'express-pg', request: { method: 'POST', path: '/files', file: 'application/pdf' }, target: 0.7 }],
  },
];
