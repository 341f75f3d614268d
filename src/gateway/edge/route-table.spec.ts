import { RouteTable } from './route-table.js';

function tableOf(...routes: string[]): RouteTable {
  const table = new RouteTable();
  for (const route of routes) {
    const [method = '', template = ''] = route.split(' ');
    table.add({
      method,
      template,
      audience: 'keyed',
      answersHead: !template.endsWith('!'),
      isSandboxOnly: false,
      handler: () => undefined,
    });
  }
  return table;
}

const found = (table: RouteTable, method: string, path: string): string | undefined => {
  const match = table.match(method, path);
  return match && [match.route.template, JSON.stringify(match.params)].join(' ');
};

describe('RouteTable', () => {
  it('takes a literal before a named value before any value, in whatever order they came', () => {
    const routes = ['GET /a/:id', 'GET /a/name=:name', 'GET /a/template', 'GET /a/:id/b'];
    for (const table of [tableOf(...routes), tableOf(...routes.toReversed())]) {
      expect(found(table, 'GET', '/a/template')).toBe('/a/template {}');
      expect(found(table, 'GET', '/a/name=x')).toBe('/a/name=:name {"name":"x"}');
      expect(found(table, 'GET', '/a/name=')).toBe('/a/:id {"id":"name="}');
      expect(found(table, 'GET', '/a/other=x')).toBe('/a/:id {"id":"other=x"}');
    }
  });

  it('goes back to a value where a literal leads nowhere', () => {
    const table = tableOf('GET /a/template', 'GET /a/:id/b', 'GET /a/x=:x/c', 'GET /:one/:two/:three/d');
    expect(found(table, 'GET', '/a/template/b')).toBe('/a/:id/b {"id":"template"}');
    expect(found(table, 'GET', '/a/x=1/b')).toBe('/a/:id/b {"id":"x=1"}');
    expect(found(table, 'GET', '/a/x=1/c')).toBe('/a/x=:x/c {"x":"1"}');
    expect(found(table, 'GET', '/a/template/b/d')).toBe('/:one/:two/:three/d {"one":"a","two":"template","three":"b"}');
  });

  it('goes back to a value where a literal has no such method', () => {
    const table = tableOf('GET /a/template', 'PUT /a/:id');
    expect(found(table, 'PUT', '/a/template')).toBe('/a/:id {"id":"template"}');
    expect(found(table, 'GET', '/a/5')).toBeUndefined();
  });

  it('keeps the names each route gives its values', () => {
    const table = tableOf('GET /a/:id', 'GET /a/:application/documents/:document');
    expect(found(table, 'GET', '/a/1/documents/2')).toBe('/a/:application/documents/:document {"application":"1","document":"2"}');
  });

  it('matches exactly', () => {
    const table = tableOf('GET /a/b', 'GET /', 'GET /slash/');
    for (const path of ['/A/b', '/a/b/', '//a/b', '/a//b', '/a', '/a/b/c', '/%61/b', 'a/b', '', '/slash', '/slash//'])
      expect(found(table, 'GET', path)).toBeUndefined();
    expect(found(table, 'GET', '/')).toBe('/ {}');
    expect(found(table, 'GET', '/slash/')).toBe('/slash/ {}');
    expect(found(table, 'get', '/a/b')).toBeUndefined();
  });

  it('decodes values once and says when it cannot', () => {
    const table = tableOf('GET /a/:id');
    expect(table.match('GET', '/a/%CE%B1%2F%2520')).toMatchObject({ params: { id: 'α/%20' }, isMalformed: false });
    expect(table.match('GET', '/a/%zz')).toMatchObject({ params: { id: '%zz' }, isMalformed: true });
  });

  it('finds the GET route for HEAD', () => {
    const table = new RouteTable();
    const route = { template: '/a', audience: 'keyed', isSandboxOnly: false, handler: () => undefined } as const;
    table.add({ ...route, method: 'GET', answersHead: true });
    table.add({ ...route, method: 'GET', template: '/b', answersHead: false });
    table.add({ ...route, method: 'POST', template: '/c', answersHead: true });
    expect(['/a', '/b', '/c'].map((path) => table.match('HEAD', path)?.route.template)).toEqual(['/a', undefined, undefined]);
  });

  it.each(['GET /a{/:b}', 'GET /a/*rest', 'GET /a/:b.:c', 'GET /a/:b?', 'GET /a/:', 'GET /a/(b|c)', 'GET /a/:co-owner', 'GET a'])(
    'refuses the pattern of %s',
    (route) => {
      expect(() => tableOf(route)).toThrow();
    },
  );

  it('refuses two handlers for one route', () => {
    expect(() => tableOf('GET /a/:b', 'GET /a/:c')).toThrow('Two handlers for GET /a/:c');
  });

  it('is not slowed down by paths made of nothing but slashes or values', () => {
    const table = tableOf('GET /:a/:b/:c/:d/:e/:f/:g/:h', 'GET /x=:a/x=:b/x=:c/x=:d/x=:e/x=:f/x=:g/end');
    const started = performance.now();
    for (let round = 0; round < 100; round += 1) table.match('GET', '/x=1'.repeat(4000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
