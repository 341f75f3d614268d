// Lints docs/openapi.json with Spectral (.spectral.js) and Redocly (redocly.yaml), without network access, checks that
// every summary begins with a verb, and lints docs/workflows.arazzo.json with Redocly. Prints every finding of any
// severity and exits with 1 if there is one.
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

async function redoclyFindings(ref) {
  const findings = await lint({ ref, config: await loadConfig({ configPath: inRoot('redocly.yaml') }) });
  return findings.map(({ ruleId, location, message }) => `Redocly ${ruleId} at ${location[0]?.pointer}: ${message}`);
}

const VERBS = new Set(
  `Accept Add Advance Answer Apply Approve Assign Begin Book Calculate Cancel Change Charge Check Close Compare Complete Confirm Create Decide Delete Describe
  Disable Download Draft Enable End Erase Export Find Free Freeze Get Grant Hand Import Insert Issue List Load Make Mark Move Open Pay Prepare Preview Price Print
  Publish Record Refund Reinstate Reject Release Remove Renew Replace Report Request Reset Resolve Resume Retry Return Reverse Rotate Run Save Search
  Send Set Settle Sign Start Stop Transfer Unassign Update Upload Withdraw Write`.split(/\s+/),
);

function summaryFindings() {
  const operations = Object.entries(JSON.parse(readFileSync(file, 'utf8')).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses, summary = '' }]) => ({ name: `${method} ${path}`, isOperation: responses, summary })),
  );
  return operations
    .filter(({ isOperation, summary }) => isOperation && !VERBS.has(/^\w*/.exec(summary)[0]))
    .map(({ name, summary }) => `Summary of ${name} begins with no verb of this script: "${summary}"`);
}

const findings = [
  ...summaryFindings(),
  ...(await redoclyFindings(file)),
  ...(await redoclyFindings(inRoot('docs/workflows.arazzo.json'))),
  ...(await spectralFindings()),
];
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exit(1);
