import { X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { SoughtPlace } from '../../shared/foundPlace.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { FirstSeenAnswer } from './FirstSeenAnswer.tsx';
import styles from './FirstSeenOfSelection.module.css';
import { useSelectedText } from './useSelectedText.ts';

interface FirstSeenOfSelectionProps {
  run: string;
  graph: RunGraph;
  /** The scene that is looked at, whose line is walked. */
  scene: SceneRow | null;
  /** What text is selected in: the scene's messages, results and files. */
  within: RefObject<HTMLElement | null>;
  onScene: (scene: SceneRow, place: SoughtPlace) => void;
}

/**
 * Offers, once a text is selected, to tell where it first stood: a bar at the foot of what it was selected in. The answer
 * stays when the selection goes.
 */
export function FirstSeenOfSelection({ run, graph, scene, within, onScene }: FirstSeenOfSelectionProps) {
  const selected = useSelectedText(within);
  const [asked, setAsked] = useState<{ scene: string; text: string } | null>(null);
  const text = asked?.text ?? selected;
  const id = scene?.id ?? null;
  useEffect(() => setAsked(before => (selected === '' ? before : null)), [selected]);
  if (id === null || text === '') return null;
  return (
    <div className={styles.bar}>
      <div className={styles.head}>
        <p className={styles.text} dir="auto">
          “<SafeText text={text} />”
        </p>
        {asked && (
          <IconButton label={words('find.firstSeenClose')} onClick={() => setAsked(null)}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {asked ? (
        <FirstSeenAnswer run={run} graph={graph} scene={asked.scene} text={asked.text} onScene={onScene} />
      ) : (
        <Button onMouseDown={event => event.preventDefault()} onClick={() => setAsked({ scene: id, text })}>
          {words('find.firstSeen')}
        </Button>
      )}
    </div>
  );
}
