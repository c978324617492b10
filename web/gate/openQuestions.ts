import { isOpenQuestion, type Question } from '../../shared/gate.ts';

/** The questions that wait for a person, in the order in which they were asked. */
export function openQuestions(questions: readonly Question[]): Question[] {
  return questions
    .filter(isOpenQuestion)
    .toSorted((x, y) => (x.askedAt < y.askedAt ? -1 : Number(x.askedAt > y.askedAt)));
}
