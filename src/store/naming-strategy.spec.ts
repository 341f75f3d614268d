import { SnakeNamingStrategy } from './naming-strategy.js';

const names = new SnakeNamingStrategy();

describe('SnakeNamingStrategy', () => {
  it('names tables by their class or as they are told', () => {
    expect(names.tableName('ApiKeyEntity', undefined)).toBe('api_key');
    expect(names.tableName('LedgerEntry', undefined)).toBe('ledger_entry');
    expect(names.tableName('LedgerEntry', 'entry')).toBe('entry');
  });

  it.each([
    ['tokenTtlSeconds', 'token_ttl_seconds'],
    ['validFrom', 'valid_from'],
    ['afm', 'afm'],
    ['hasHTTPSUrl', 'has_https_url'],
    ['line2Text', 'line2_text'],
  ])('names the column of %s %s', (property, column) => {
    expect(names.columnName(property, undefined, [])).toBe(column);
  });

  it('puts the name of an embedded part before its columns', () => {
    expect(names.columnName('postCode', undefined, ['homeAddress'])).toBe('home_address_post_code');
  });

  it('names the column of a relation', () => {
    expect(names.joinColumnName('parentApplication', 'id')).toBe('parent_application_id');
  });
});
