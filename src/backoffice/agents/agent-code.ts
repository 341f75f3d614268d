import { invalid } from '../../common/validation/checks.js';
import { CheckedText } from '../../common/validation/decorators.js';

const CODE = /^[A-Za-z0-9._-]{1,20}$/;

const CODE_CHECK = invalid(
  'code',
  { el: 'Έως 20 λατινικά γράμματα, ψηφία, τελεία, παύλα ή κάτω παύλα.', en: 'Up to 20 letters, digits, dots, hyphens or underscores.' },
  (value) => typeof value === 'string' && CODE.test(value),
);

/** The code of an agent or a subagent. */
export const AgentCode = (): PropertyDecorator => CheckedText(CODE_CHECK);
