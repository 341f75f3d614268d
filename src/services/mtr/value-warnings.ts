import { formatEuro } from '../../common/formats.js';
import type { Text } from '../../common/language.js';
import type { RecordMessage } from '../../record/core/applications/application.js';
import type { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import type { MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';

/** A value below this share of the list price is probably typed wrongly: a car loses less in twenty years. */
const LEAST_SHARE = 0.02;

/** Compares the value with the list price of the model, where the list of models has one (motor.22). */
export function listValueWarnings({ insuredValue, modelCode }: Partial<MotorQuestionnaire>, lists: ReferenceLists): RecordMessage[] {
  const listPrice = lists.item('vehicleModels', modelCode ?? '')?.listPriceEur;
  if (insuredValue === undefined || listPrice === undefined) return [];
  const [value, price] = [formatEuro(String(insuredValue)), formatEuro(String(listPrice))];
  if (insuredValue > listPrice) return [buildWarning('VALUE_HIGH', aboveListPrice(value, price))];
  return insuredValue < listPrice * LEAST_SHARE ? [buildWarning('VALUE_LOW', farBelowListPrice(value, price))] : [];
}

function buildWarning(code: string, text: Text): RecordMessage {
  return { code, severity: 'warning', path: 'insuredValue', text };
}

const aboveListPrice = (value: Text, price: Text): Text => ({
  el: `Η αξία (${value.el}) υπερβαίνει την τιμή καταλόγου του μοντέλου (${price.el})`,
  en: `The value (${value.en}) is above the list price of the model (${price.en})`,
});
const farBelowListPrice = (value: Text, price: Text): Text => ({
  el: `Η αξία (${value.el}) είναι ασυνήθιστα χαμηλή για μοντέλο με τιμή καταλόγου ${price.el}`,
  en: `The value (${value.en}) is unusually low for a model with a list price of ${price.en}`,
});
