import { readFileSync } from 'node:fs';
import { ConfigError } from '../common/operator-error.js';

export type Variables = Readonly<Record<string, string | undefined>>;

/** Secrets may be in a file, as Docker and Kubernetes mount them. */
const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_POOL_URL',
  'DATABASE_READ_URL',
  'OIDC_CLIENT_SECRET',
  'REDIS_URL',
  'SECRETS_KEY',
  'AUDIT_EXPORT',
  'SMTP_URL',
  'S3_SECRET_KEY',
  'GATEWAY_API_KEY',
  'GATEWAY_USER_KEY',
] as const;

export function readSecretFiles(variables: Variables): Variables {
  const secrets = SECRET_VARIABLES.flatMap((name) => {
    const file = variables[`${name}_FILE`]?.trim();
    return file ? [[name, readSecret(variables, name, file)]] : [];
  });
  return { ...variables, ...(Object.fromEntries(secrets) as Variables) };
}

function readSecret(variables: Variables, name: string, file: string): string {
  if (variables[name]?.trim()) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
  const secret = readText(`${name}_FILE`, file).replace(/\r?\n$/, '');
  if (secret.trim() === '') throw new ConfigError(`${name}_FILE names the file ${file}, which is empty.`);
  return secret;
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} names the file ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
