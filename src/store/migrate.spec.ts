import { findServerProblem } from './migrate.js';

describe('findServerProblem', () => {
  it.each(['15.0', '15.18 (Debian 15.18-0+deb12u1)', '16beta1', '18.4', '20'])('accepts Postgres %s', (version) => {
    expect(findServerProblem(version, 'UTF8')).toBeNull();
  });

  it.each(['9.6.24', '14.20', '14.11 (Ubuntu)', 'unknown'])('refuses Postgres %s and names the required version', (version) => {
    expect(findServerProblem(version, 'UTF8')).toBe(`The database server is Postgres ${version}; this program needs 15 or later.`);
  });

  it('refuses another encoding', () => {
    expect(findServerProblem('18.4', 'LATIN1')).toContain(`ENCODING 'UTF8'`);
  });
});
