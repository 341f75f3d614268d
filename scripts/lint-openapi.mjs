// Lints docs/openapi.json with Spectral (.spectral.js) and Redocly (redocly.yaml), without network access. Prints every
// finding of any severity and exits with 1 if there is one.
// usage: node scripts/lint-openapi.mjs [file]
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lint, loadConfig } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import ruleset from '../.spectral.js';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const file = process.argv[2] ?? inRoot('docs/openapi.json');

async function spectralFindings() {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(ruleset);
  const findings = await spectral.run(JSON.parse(readFileSync(file, 'utf8')));
  return findings.map(({ code, path, message }) => `Spectral ${code} at ${path.join(' / ')}: ${message}`);
}

async function redoclyFindings() {
  const findings = await lint({ ref: file, config: await loadConfig({ configPath: inRoot('redocly.yaml') }) });
  return findings.map(({ ruleId, location, message }) => `Redocly ${ruleId} at ${location[0]?.pointer}: ${message}`);
}

const findings = [...(await redoclyFindings()), ...(await spectralFindings())];
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exit(1);
