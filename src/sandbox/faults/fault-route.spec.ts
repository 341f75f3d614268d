import { normalizeRoute, listRouteNames } from './fault-route.js';

describe('the name of a route', () => {
  const names = new Set(listRouteNames({ method: 'POST', template: '/fire-api/rsc/applications/:id/claims' }));

  it.each([
    'POST /fire-api/rsc/applications/{id}/claims',
    '/fire-api/rsc/applications/{application_id}/claims',
    'POST /fire-api/rsc/applications/{id}/',
    '/fire-api/rsc/applications/',
    'POST /fire-api/',
    'POST /',
  ])('can be %s', (name) => {
    expect(names.has(normalizeRoute(name))).toBe(true);
  });

  it.each([
    'GET /fire-api/rsc/applications/{id}/claims',
    '/fire-api/rsc/applications',
    '/fire-api/rsc/appl',
    '/fire-api/rsc/applications/7/claims',
    '/fire-api/rsc/applications/{id}/claims/',
    'POST',
    '',
  ])('cannot be "%s"', (name) => {
    expect(names.has(normalizeRoute(name))).toBe(false);
  });

  it('distinguishes places with different prefixes', () => {
    const list = { method: 'GET', template: '/parameters-api/resources/doy/prefectureCode=:value' };
    expect(listRouteNames(list)).toContain('GET /parameters-api/resources/doy/prefectureCode={}');
  });
});
