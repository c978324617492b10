import { useState } from 'react';
import type { SoughtPlace } from '../../shared/foundPlace.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { FirstSeenAnswer } from './FirstSeenAnswer.tsx';
import styles from './FirstSeenButton.module.css';

interface FirstSeenButtonProps {
  run: string;
  graph: RunGraph;
  /** The scene whose line is walked. */
  scene: SceneRow;
  text: string;
  onScene: (scene: SceneRow, place: SoughtPlace) => void;
}

/** Asks who brought a text in, on the line that leads to the scene that was looked at then. */
export function FirstSeenButton({ scene, text, ...rest }: FirstSeenButtonProps) {
  const [asked, setAsked] = useState<{ scene: string; text: string } | null>(null);
  return (
    <div className={styles.ask}>
      {asked?.text === text ? (
        <FirstSeenAnswer scene={asked.scene} text={text} {...rest} />
      ) : (
        <Button onClick={() => setAsked({ scene: scene.id, text })}>{words('find.firstSeenOnLine')}</Button>
      )}
    </div>
  );
}
