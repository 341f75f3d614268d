/** An error that the operator can correct: settings, files, ports, the database. The message says what and how, and is all that is printed. */
export class OperatorError extends Error {}

/** The text for the operator: an error that the operator can correct by its message, any other with its stack. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
