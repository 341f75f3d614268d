import type { Text } from '../common/language.js';
import type { Cover, Need } from './tariff-model.js';
import { readReferences, type TariffNode } from './tariff-node.js';

export function readNeeds(node: TariffNode | undefined, covers: ReadonlyMap<string, Cover>): Need[] {
  const codes = new Set<string>();
  return (node?.items() ?? []).map((item) => {
    const code = item.at('code').text();
    if (codes.has(code)) item.at('code').fail(`${code} is there twice`);
    codes.add(code);
    return {
      code,
      title: readText(item.at('title')),
      question: readText(item.at('question')),
      covers: readReferences(item.at('covers'), covers, 'cover'),
    };
  });
}

function readText(node: TariffNode): Text {
  return { el: node.at('el').text(), en: node.at('en').text() };
}
