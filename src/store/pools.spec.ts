import { sessionUrl } from './pools.js';

function optionsOf(url: string): string {
  return new URL(url).searchParams.get('options') ?? '';
}

describe('sessionUrl', () => {
  it('fixes the search path: the schema, then public for the extensions', () => {
    expect(optionsOf(sessionUrl('postgresql://u:p@h:5432/d', 'sandbox'))).toContain('-c search_path=sandbox,public');
    expect(optionsOf(sessionUrl('postgresql://u:p@h/d', 'gateway'))).toContain('-c search_path=gateway,public');
  });

  it('keeps what the operator asks for, but the last word', () => {
    const url = sessionUrl('postgresql://u:p@h/d?sslmode=verify-full&options=-c%20search_path%3Dmine%20-c%20work_mem%3D8MB', 'production');
    expect(optionsOf(url)).toMatch(/^-c search_path=mine -c work_mem=8MB -c search_path=production,public/);
    expect(new URL(url).searchParams.get('sslmode')).toBe('verify-full');
  });

  it('keeps a password of odd characters and the path of a socket', () => {
    const url = new URL(sessionUrl('postgresql://u:a%2Fb%40c%25@127.0.0.1/d?host=%2Fvar%2Frun%2Fmy%20sockets', 'gateway'));
    expect(decodeURIComponent(url.password)).toBe('a/b@c%');
    expect(url.searchParams.get('host')).toBe('/var/run/my sockets');
  });
});
