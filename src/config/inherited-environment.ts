/** Returns our environment, with additions, for a program that we start. */
export function inheritedEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...added };
}
