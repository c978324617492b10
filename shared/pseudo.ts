/** Letters that stand for those of English, one for one, so that what was meant can still be told. */
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýž';
const CAPITALS = 'ÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';
const RIGHT_TO_LEFT = 'אבגדהוזחטיכלמנסעפצקרשתךםןף';

/** Words of other languages are longer than English ones by so much. */
const GROWTH = 0.4;

/** A text as a language with accents and longer words might say it; what stands in braces stays. */
export const accented = (text: string) => spelled(text, letter => inAlphabet(letter, ACCENTED, CAPITALS));

/** A text in letters that run from right to left, and longer; what stands in braces stays. */
export const rightToLeft = (text: string) => spelled(text, letter => inAlphabet(letter, RIGHT_TO_LEFT));

/** Either a parameter, which is left alone, or a word, which grows by its own last letters. */
function spelled(text: string, spell: (letter: string) => string): string {
  return text.replace(/\{\w+\}|[A-Za-z]+/g, part => {
    if (part.startsWith('{')) return part;
    const more = part.slice(-Math.ceil(part.length * GROWTH)).toLowerCase();
    return [...part, ...more].map(spell).join('');
  });
}

function inAlphabet(letter: string, small: string, capital = small): string {
  const at = LATIN.indexOf(letter.toLowerCase());
  const alphabet = letter === letter.toLowerCase() ? small : capital;
  return [...alphabet][at] ?? letter;
}
