import { readFileSync } from 'node:fs';
import { here } from './servers.mjs';

const START_DATE_IN_DAYS = 10;

/**
 * Reads the request bodies as text: an accepted application, one that needs approval and so can be updated repeatedly,
 * and a request for offers.
 */
export function readBodies() {
  const example = (name) => readFileSync(here(`../../examples/${name}`), 'utf8');
  const startDate = new Date(Date.now() + START_DATE_IN_DAYS * 86_400_000).toISOString().slice(0, 10);
  const application = JSON.parse(example('fire-application.json').replace('{{startDate}}', startDate));
  const referred = structuredClone(application);
  referred.fire_application.objects_insured[0].insured_values[0].insured_value = 600_000;
  referred.fire_application.objects_insured[0].square_meters = 400;
  application.fire_application.client.afm = application.fire_application.insured.afm = '{afm}';
  const vehicle = JSON.parse(example('vehicle-application.json').replace('{{startDate}}', startDate).replace('{{plateNo}}', 'IZX4821'));
  const { client, bundleCode: _, ...rated } = vehicle;
  return {
    application: JSON.stringify(application),
    referred: JSON.stringify(referred),
    bundles: JSON.stringify(JSON.parse(example('fire-bundles.json'))),
    quote: JSON.stringify({ ...rated, clientAfm: client.afm }),
  };
}
