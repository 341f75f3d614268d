export class OperatorError extends Error {}

export class ConfigError extends OperatorError {}

export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
