// Finds exported classes of one name: schemas, tokens and logs are called by it, and the bundle renames one of two (ADR-16).
// usage: node scripts/check-class-names.mjs
import { readdirSync, readFileSync } from 'node:fs';

const EXPORTED = /^export (?:abstract )?class (\w+)/gm;
const files = new Map();
for (const file of readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')))
  for (const [, name] of readFileSync(`src/${file}`, 'utf8').matchAll(EXPORTED)) files.set(name, [...(files.get(name) ?? []), file]);
const doubled = [...files].filter(([, found]) => found.length > 1);
for (const [name, found] of doubled) console.error(`${name}: ${found.join(', ')}`);
process.exitCode = doubled.length === 0 ? 0 : 1;
