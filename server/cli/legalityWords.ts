import { type LegalityCode, legalityCodeSchema } from '../../shared/legality.ts';

const english: Record<LegalityCode, string> = {
  'dangling-call': 'a call has no result',
  'orphan-result': 'a result answers no call',
  'duplicate-call-id': 'two calls share an id',
  'bad-call-id': 'the id of a call has characters that the API refuses',
  'dangling-server-call': 'a call of the API’s own tools has no result',
  'duplicate-result': 'a call has two results',
  'results-split': 'results stand in more than one message',
  'results-not-first': 'something stands before the results',
  'truncated-call': 'the reply was cut inside a call',
  'input-no-object': 'the input of a call is no object',
  'empty-content': 'a message is empty',
  'empty-text': 'a text is empty',
  'ends-on-assistant': 'the last word is the model’s',
  'starts-on-assistant': 'the first word is the model’s',
  'thinking-unsigned': 'thinking has no signature',
  'thinking-foreign': 'thinking was signed for another model',
  'thinking-missing': 'the open tool loop began without thinking, which is to be on',
  'lone-surrogate': 'a text holds half a character',
  'image-in-error-result': 'an error result holds an image',
  'image-too-large': 'an image is too large',
  'too-many-cache-marks': 'there are more than four cache marks',
  'tools-missing': 'there are calls, and no tools go along',
  'text-between-calls': 'text stands between calls',
};

/** A code of legality in words; one that comes from a newer version stays as it is. */
export function wordsOfLegality(code: string): string {
  const known = legalityCodeSchema.safeParse(code);
  return known.success ? english[known.data] : code;
}
