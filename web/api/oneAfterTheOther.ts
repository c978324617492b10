/**
 * A function that acts once, `delayMs` after the first of the calls that came meanwhile, and never twice at a time: a
 * call while it acts has it act again afterwards. Where acting takes long, this still comes to an end.
 */
export function oneAfterTheOther(delayMs: number, act: () => Promise<void>): () => void {
  let state: 'idle' | 'planned' | 'busy' | 'again' = 'idle';
  const run = async () => {
    state = 'busy';
    await act();
    const wasAsked = isAsked();
    state = 'idle';
    if (wasAsked) plan();
  };
  const isAsked = () => state === 'again';
  const plan = () => {
    state = 'planned';
    setTimeout(() => void run(), delayMs);
  };
  return () => {
    if (state === 'idle') plan();
    else if (state === 'busy') state = 'again';
  };
}
