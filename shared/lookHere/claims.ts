import { firstWords } from '../message.ts';

/** Words that say that something is done and well. */
const claims: readonly RegExp[] = [
  /\b(?:all|the|every)\b[^.!?]{0,40}\b(?:tests?|checks?|suite)\b[^.!?]{0,20}\b(?:pass(?:es|ed|ing)?|green)\b/i,
  /\b(?:is|are|was|were|has been|have been)\s+(?:now\s+|all\s+|fully\s+|completely\s+)*(?:fixed|resolved|solved|working|green)\b/i,
  /\b(?:task|work|change|fix|implementation|migration|everything)\b[^.!?]{0,30}\b(?:is|are)\s+(?:now\s+)?(?:complete|completed|done|finished)\b/i,
  /\beverything\s+(?:works|passes)\b/i,
  /\bworks\s+(?:now|again|correctly|as expected)\b/i,
  /\b(?:i(?:'ve| have)?|we(?:'ve| have)?)\s+(?:now\s+)?(?:successfully\s+)?(?:fixed|resolved|solved)\b/i,
];

/** Words that take a claim back, or make it a wish, a question or a part. */
const hedges =
  /\b(?:not|no|nor|never|should|would|could|may|might|must|if|when|once|until|unless|whether|will|let me|let's|need|needs|want|make sure|ensure|verify|confirm|check (?:that|if)|see if|so that|but|except|still|almost|partly|rest|most|some|before|after|already|previously|pre-existing|unrelated|only)\b|n['’]t\b|\?/i;

/** The first sentence in which a text claims success, cut to a line, or null. */
export function claimIn(text: string): string | null {
  for (const sentence of sentencesOf(text)) {
    if (claims.some(pattern => pattern.test(sentence)) && !hedges.test(sentence))
      return firstWords(sentence, 120);
  }
  return null;
}

/** Claims stand in words, not in code. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/(?<=[.!?;:])\s+|\n\s*\n|\n(?=\s*[-*#|\d])/)
    .map(sentence => sentence.replace(/\s+/g, ' ').trim())
    .filter(sentence => sentence !== '');
}
