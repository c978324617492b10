import { type ReactNode, useId, useMemo, useState } from 'react';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import {
  everyTurn,
  formatTurnFilter,
  isFiltering,
  parseTurnFilter,
  type TurnFilter,
  withToolToggled,
} from '../../shared/turnFilter.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { classNames } from '../ui/classNames.ts';
import { Select, TextInput } from '../ui/Field.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { type FilterChoices, filterChoicesOf, matchingTurns } from './filterChoices.ts';
import { wordsOfTurnId } from './hitWords.ts';
import styles from './TurnsByFilter.module.css';

interface TurnsByFilterProps {
  graph: RunGraph;
  onScene: (scene: SceneRow) => void;
}

/** Turns by tool, file and branch, and by the marks that are pressed above the graph. */
export function TurnsByFilter({ graph, onScene }: TurnsByFilterProps) {
  const { filter: text, select } = useSelection();
  const filter = useMemo(() => parseTurnFilter(text), [text]);
  const choices = useMemo(() => filterChoicesOf(graph), [graph]);
  const change = (next: TurnFilter) => select({ filter: formatTurnFilter(next) || null }, { replace: true });
  return (
    <div className={styles.filter}>
      <h2 className={styles.title}>{words('find.filterTitle')}</h2>
      <p className={styles.about}>{words('find.filterAbout')}</p>
      <FilterFields filter={filter} choices={choices} onChange={change} />
      {isFiltering(filter) && (
        <>
          <Button className={styles.clear} onClick={() => change(everyTurn)}>
            {words('find.filterClear')}
          </Button>
          <MatchingTurns graph={graph} filter={filter} onScene={onScene} />
        </>
      )}
    </div>
  );
}

interface FilterFieldsProps {
  filter: TurnFilter;
  choices: FilterChoices;
  onChange: (filter: TurnFilter) => void;
}

const ANY = '';

function FilterFields({ filter, choices, onChange }: FilterFieldsProps) {
  const files = useId();
  return (
    <div className={styles.fields}>
      <ToolChips filter={filter} choices={choices} onChange={onChange} />
      <FilterField label={words('find.filterFile')}>
        <TextInput
          list={files}
          placeholder={words('find.filterAny')}
          value={filter.file ?? ''}
          spellCheck={false}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, file: value === '' ? null : value })
          }
        />
        <datalist id={files}>
          {choices.files.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      </FilterField>
      {choices.branches.length > 1 && (
        <FilterField label={words('find.filterBranch')}>
          <Select
            value={filter.branch ?? ANY}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...filter, branch: value === ANY ? null : value })
            }
          >
            <option value={ANY}>{words('find.filterAny')}</option>
            {choices.branches.map(name => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </FilterField>
      )}
    </div>
  );
}

/** The tools of the run, of which any number can be chosen; one of the URL that the run does not have can be let go. */
function ToolChips({ filter, choices: { tools }, onChange }: FilterFieldsProps) {
  const name = useId();
  const absent = filter.tools.filter(tool => tools.every(({ value }) => value !== tool));
  const shown = [...tools, ...absent.map(value => ({ value, turns: 0 }))];
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its legend in a way of its own
    <div className={classNames(styles.field, styles.choices)} role="group" aria-labelledby={name}>
      <span id={name}>{words('find.filterTools')}</span>
      <div className={styles.tools}>
        {shown.map(({ value, turns }) => (
          <Chip
            key={value}
            pressed={filter.tools.includes(value)}
            onClick={() => onChange(withToolToggled(filter, value))}
          >
            <SafeText text={value} /> <span className={styles.turnsOfTool}>{turns}</span>
          </Chip>
        ))}
      </div>
    </div>
  );
}

/** A name before its field; the names stand below each other. */
function FilterField({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it holds
    <label className={styles.field}>
      <span>{label}</span>
      {children}
    </label>
  );
}

const pageTurns = 50;

function MatchingTurns({ graph, filter, onScene }: TurnsByFilterProps & { filter: TurnFilter }) {
  const matching = useMemo(() => matchingTurns(graph, filter), [graph, filter]);
  const [shown, setShown] = useState(pageTurns);
  if (matching.length === 0) return <p className={styles.about}>{words('find.matchingNone')}</p>;
  return (
    <>
      <p className={styles.count} role="status">
        {words('find.matching', { count: matching.length })}
      </p>
      <ul className={styles.turns} aria-label={words('find.matchingList')}>
        {matching.slice(0, shown).map(node => (
          <li key={node.id}>
            <TurnButton node={node} graph={graph} onScene={onScene} />
          </li>
        ))}
      </ul>
      {matching.length > shown && (
        <Button className={styles.clear} onClick={() => setShown(shown + pageTurns)}>
          {words('find.more')}
        </Button>
      )}
    </>
  );
}

function TurnButton({ node, graph, onScene }: TurnsByFilterProps & { node: TurnNode }) {
  const row = sceneOfTurn(node, null);
  if (!row) return null;
  const calls = row.calls.map(call => `${call.name} ${call.detail}`).join(' · ');
  return (
    <button type="button" className={styles.turn} onClick={() => onScene(row)}>
      <span className={styles.name}>{wordsOfTurnId(node.id, graph)}</span>
      <span className={styles.what}>
        <SafeText text={calls === '' ? row.words : calls} />
      </span>
    </button>
  );
}
