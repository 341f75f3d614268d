/** Adds the answers to the form's own questions: another insured person, and the consents that were given. */
export function withQuestions(questionnaire: object): Record<string, unknown> {
  const stored = questionnaire as Readonly<Record<string, unknown>>;
  const client = stored['client'] as Readonly<Record<string, unknown>>;
  const { consents = [], ...person } = client;
  const given = (consents as readonly { readonly id: number; readonly answer: string }[]).filter(({ answer }) => answer === '1');
  const insured = stored['insured'] as object | null | undefined;
  const isOther = insured !== undefined && insured !== null && !isSame(insured, person);
  return { ...stored, client: { ...client, consents: given.map(({ id }) => id) }, isOther: isOther ? '1' : '0' };
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
