import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrations } from './migrations.js';

const FOLDER = join(import.meta.dirname, '../../migrations');
const SHARED = listFiles('.');

function listFiles(folder: string): string[] {
  const place = join(FOLDER, folder);
  return existsSync(place) ? readdirSync(place).filter((name) => /^\d{13}-.+\.ts$/.test(name)) : [];
}

function getClassName(file: string): string {
  const [, timestamp = '', words = ''] = /^(\d{13})-(.+)\.ts$/.exec(file) ?? [];
  return words.replace(/(?:^|-)([a-z\d])/g, (_, letter: string) => letter.toUpperCase()) + timestamp;
}

describe.each([
  ['gateway', 'gateway'],
  ['production', 'environment'],
  ['sandbox', 'environment'],
] as const)('the migrations of %s', (schema, folder) => {
  const names = listMigrations(schema).map(({ name }) => name);

  it('include every file of the folder once', () => {
    expect([...names].sort()).toEqual([...SHARED, ...listFiles(folder)].map(getClassName).sort());
  });

  it('run in the order of their timestamps, which are all different', () => {
    const timestamps = names.map((name) => Number(name.slice(-13)));
    expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b));
  });

  it('declare whether they only add', () => {
    for (const Migration of listMigrations(schema))
      expect([Migration.name, typeof Migration.isAdditive]).toEqual([Migration.name, 'boolean']);
  });

  it('can be undone', () => {
    for (const Migration of listMigrations(schema)) expect(typeof new Migration().down).toBe('function');
  });
});
