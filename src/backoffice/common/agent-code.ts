import { invalid } from '../../common/validation/checks.js';
import { CheckedText } from '../../common/validation/decorators.js';
import { notFound } from './not-found.js';

const CODE = /^[A-Za-z0-9._-]{1,20}$/;
const NEW_CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/;

const CODE_CHECK = invalid(
  'code',
  { el: 'Έως 20 λατινικά γράμματα, ψηφία, τελεία, παύλα ή κάτω παύλα.', en: 'Up to 20 letters, digits, dots, hyphens or underscores.' },
  (value) => typeof value === 'string' && CODE.test(value),
);

const NEW_CODE_CHECK = invalid(
  'code',
  {
    el: 'Έως 20 λατινικά γράμματα, ψηφία, τελεία, παύλα ή κάτω παύλα, πρώτα γράμμα ή ψηφίο.',
    en: 'Up to 20 letters, digits, dots, hyphens or underscores, a letter or a digit first.',
  },
  (value) => typeof value === 'string' && NEW_CODE.test(value),
);

/** The code of a subagent. */
export const SubagentCode = (): PropertyDecorator => CheckedText(CODE_CHECK);

/** The code of a new agent. It stands in addresses, where `..` is another place. */
export const NewAgentCode = (): PropertyDecorator => CheckedText(NEW_CODE_CHECK);

/** The agent's code in a path. @throws DomainError when it is none */
export function codeOf(text: string): string {
  if (!CODE.test(text)) throw notFound();
  return text;
}
