const LETTERS: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};
const GAMMAS: Readonly<Record<string, string>> = { γ: 'n', ξ: 'n', χ: 'n' };
const VOICELESS = 'θκξπστφχψς';
const MARKS = /[\u0300\u0301\u0342\u0345]/g;
const DIAERESIS = '\u0308';

export function toLatinText(text: string): string {
  return text.replace(/[\p{Script=Greek}\u0300-\u036f]+/gu, (word) =>
    toLatinWord(word.normalize('NFD').replace(MARKS, '')).normalize('NFC'),
  );
}

function toLatinWord(word: string): string {
  const letters = Array.from(word);
  const isCapitals = word.length > 1 && word === word.toUpperCase();
  const lower = letters.map((letter) => letter.toLowerCase());
  return letters
    .map((letter, index) => {
      if (letter === DIAERESIS) return '';
      const latin = toLatinLetter(lower, index) ?? letter;
      if (letter === lower[index]) return latin;
      return isCapitals ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1);
    })
    .join('');
}

function toLatinLetter(letters: readonly string[], index: number): string | undefined {
  const letter = letters[index] ?? '';
  const before = letters[index - 1] ?? '';
  const after = letters[index + 1] ?? '';
  const isApart = after === DIAERESIS;
  if (letter === 'υ' && !isApart && 'αεη'.includes(before) && before !== '') return after === '' || VOICELESS.includes(after) ? 'f' : 'v';
  if (letter === 'υ' && !isApart && before === 'ο') return 'u';
  if (letter === 'γ' && GAMMAS[after]) return GAMMAS[after];
  if (letter === 'μ' && after === 'π' && (index === 0 || index === letters.length - 2)) return 'b';
  if (letter === 'π' && before === 'μ' && (index === 1 || index === letters.length - 1)) return '';
  return LETTERS[letter];
}
