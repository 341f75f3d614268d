/** What a program that we start gets of our environment: all of it, and what is added. No setting of ours is read from it. */
export function inheritedEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...added };
}
