import { RequiredWhen } from '../../common/validation/decorators.js';

/** A field that a change may leave out but not empty: null and blank are -101. */
export function NotEmptied(): PropertyDecorator {
  return (target, property) => RequiredWhen((owner) => (owner as Record<string | symbol, unknown>)[property] === null)(target, property);
}
