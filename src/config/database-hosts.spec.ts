import { formatHosts, listHostUrls } from './database-hosts.js';

it.each([
  ['postgres://one/name', ['postgres://one/name']],
  ['postgres://u:a,b@one/name?x=1,2', ['postgres://u:a,b@one/name?x=1,2']],
  ['postgres://u:p%40@one:5433,two/name?x=1,2', ['postgres://u:p%40@one:5433/name?x=1,2', 'postgres://u:p%40@two/name?x=1,2']],
  ['postgres://one,[::1]:5433/', ['postgres://one/', 'postgres://[::1]:5433/']],
])('the hosts of %s share everything else', (url, hostUrls) => {
  expect(listHostUrls(url)).toEqual(hostUrls);
});

it('hosts are named without user and password', () => {
  expect(formatHosts('postgres://user:secret@one:5432,two/name')).toBe('one:5432, two');
});
