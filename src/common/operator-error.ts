/** An error that the operator can correct by its message. */
export class OperatorError extends Error {}

/** Returns the message of an operator's error, the stack of any other. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
