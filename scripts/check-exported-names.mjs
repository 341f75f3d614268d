// Finds names that several files export: schemas, tokens and logs use a class's name, and the bundle renames one of two
// equal names (ADR-16).
// usage: node scripts/check-exported-names.mjs
import { readdirSync, readFileSync } from 'node:fs';

const EXPORTED = /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm;
const files = new Map();
for (const file of readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')))
  for (const [, name] of readFileSync(`src/${file}`, 'utf8').matchAll(EXPORTED)) files.set(name, (files.get(name) ?? new Set()).add(file));
const doubled = [...files].filter(([, found]) => found.size > 1);
for (const [name, found] of doubled) console.error(`${name}: ${[...found].join(', ')}`);
process.exitCode = doubled.length === 0 ? 0 : 1;
