import { ConfigError } from '../common/operator-error.js';
import { readConfig } from './config.js';
import { formatRedisHosts, parseRedisUrl } from './redis-url.js';

describe('REDIS_URL', () => {
  it.each([
    ['redis://cache', { kind: 'server', hosts: [{ host: 'cache', port: 6379 }], hasTls: false }],
    [
      'rediss://u:p%40ss@[::1]:6390/3',
      { kind: 'server', hosts: [{ host: '::1', port: 6390 }], hasTls: true, username: 'u', password: 'p@ss', db: 3 },
    ],
    ['redis://:secret@cache/', { kind: 'server', hosts: [{ host: 'cache', port: 6379 }], hasTls: false, password: 'secret' }],
    [
      'redis-sentinel://:secret@one,two:26380/gateway?sentinelPassword=other',
      {
        kind: 'sentinel',
        hosts: [
          { host: 'one', port: 26_379 },
          { host: 'two', port: 26_380 },
        ],
        hasTls: false,
        password: 'secret',
        masterName: 'gateway',
        sentinelPassword: 'other',
      },
    ],
  ])('reads %s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
    expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url);
  });

  it('is logged by its hosts alone', () => {
    expect(formatRedisHosts(parseRedisUrl('redis-sentinel://u:secret@one:7000,[::1]/gateway'))).toBe('one:7000,[::1]:26379');
  });

  it.each([
    'cache:6379',
    'http://cache:6379',
    'redis://',
    'redis://one:6379,two:6379',
    'redis://cache:66666',
    'redis://cache/one',
    'redis://cache/0?family=6',
    'redis-sentinel://one:26379',
    'redis-sentinel://one:26379/gateway?db=1',
    'redis-sentinel://one:26379,/gateway',
    'redis://:hunter2%@one:7000',
    'redis+sentinel://one/gateway',
  ])('stops the start with the accepted forms when it is %s', (url) => {
    expect(() => readConfig({ REDIS_URL: url })).toThrow(ConfigError);
    expect(() => readConfig({ REDIS_URL: url })).toThrow(/^REDIS_URL must be redis:\/\/host:6379 or redis-sentinel:\/\//);
    expect(() => readConfig({ REDIS_URL: url })).not.toThrow('hunter2');
  });

  it('stops the start with a sentence of its own when it names a cluster', () => {
    const read = () => readConfig({ REDIS_URL: 'rediss-cluster://:hunter2@one:7000,two:7000' });
    expect(read).toThrow(/^REDIS_URL names a cluster, which is not supported/);
    expect(read).not.toThrow('hunter2');
  });
});
