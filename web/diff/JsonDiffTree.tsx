import { useState } from 'react';
import type { JsonNode } from '../../shared/diff/diffJson.ts';
import { JsonTree } from '../content/JsonTree.tsx';
import { MoreRows } from '../content/MoreRows.tsx';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { useSteps } from '../content/useSteps.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './JsonDiffTree.module.css';
import { type JsonStretch, jsonStretches } from './jsonStretches.ts';
import { useShownDiff } from './shownDiff.ts';

/** Two JSON values as one tree, of which only what differs is unfolded. */
export function JsonDiffTree({ root }: { root: JsonNode }) {
  return (
    <div className={styles.tree}>
      {root.inner ? <InnerView inner={root.inner} /> : <NodeView node={root} />}
    </div>
  );
}

/** Differences, or opened values that are the same, that are shown before anybody asks for more. */
const shownAtOnce = 60;

function InnerView({ inner }: { inner: readonly JsonNode[] }) {
  const { onlyChanges } = useShownDiff();
  const stretches = jsonStretches(onlyChanges ? inner.filter(({ kind }) => kind !== 'same') : inner);
  const steps = useSteps(stretches.length, shownAtOnce);
  return (
    <>
      {stretches
        .slice(0, steps.shown)
        .map(stretch =>
          stretch.isSame ? (
            <SameNodes key={stretch.start} stretch={stretch} />
          ) : (
            stretch.nodes.map(node => <NodeView key={stretch.start} node={node} />)
          ),
        )}
      <MoreRows rows={steps} className={styles.more} />
    </>
  );
}

/** Neighbours that are the same, folded. Of several items in a row only the first is at hand. */
function SameNodes({ stretch: { nodes, count } }: { stretch: JsonStretch }) {
  const [isOpen, setOpen] = useState(false);
  const isList = nodes.some(node => node.key === null);
  return (
    <>
      <div className={styles.same}>
        {words(isList ? 'diff.jsonSameItems' : 'diff.jsonSame', { count })}
        {!isList && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {words(isOpen ? 'diff.hide' : 'diff.show')}
          </button>
        )}
      </div>
      {isOpen && <OpenedNodes nodes={nodes} />}
    </>
  );
}

function OpenedNodes({ nodes }: Pick<JsonStretch, 'nodes'>) {
  const steps = useSteps(nodes.length, shownAtOnce);
  return (
    <>
      {nodes.slice(0, steps.shown).map(node => (
        <OneSided key={node.key} node={node} value={node.right} />
      ))}
      <MoreRows rows={steps} className={styles.more} />
    </>
  );
}

function NodeView({ node }: { node: JsonNode }) {
  switch (node.kind) {
    case 'same':
    case 'added':
    case 'moved-here':
      return <OneSided node={node} value={node.right} />;
    case 'removed':
    case 'moved-away':
      return <OneSided node={node} value={node.left} />;
    case 'changed':
      return node.inner ? <ChangedBranch node={node} inner={node.inner} /> : <ChangedLeaf node={node} />;
  }
}

function ChangedBranch({ node, inner }: { node: JsonNode; inner: readonly JsonNode[] }) {
  return (
    <div className={styles.changed}>
      <span className={styles.changedSign}>{signs.changed}</span>
      <div className={styles.inside}>
        <NodeName node={node} />
        <div className={styles.inner}>
          <InnerView inner={inner} />
        </div>
      </div>
    </div>
  );
}

const signs = { added: '+', removed: '−', 'moved-here': '↦', 'moved-away': '↤', changed: '~', same: '' };
const sides = { added: 'added', removed: 'removed', 'moved-here': 'moved', 'moved-away': 'moved', same: '' };

/** A value that stands on one side, or on both in the same way. */
function OneSided({ node, value }: { node: JsonNode; value: unknown }) {
  const { kind } = node;
  if (kind === 'changed') return null;
  return (
    <div className={classNames(styles.oneSided, styles[sides[kind]])}>
      <span className={styles.sign}>{signs[kind]}</span>
      <div className={styles.value}>
        <NodeName node={node} />
        <JsonTree value={value} openDepth={kind === 'same' ? 0 : 1} />
      </div>
    </div>
  );
}

/** Another value in the same place: short ones beside each other, texts by their words or lines. */
function ChangedLeaf({ node }: { node: JsonNode }) {
  const { left, right } = node;
  const { isSplit, ignoreSpace } = useShownDiff();
  if (typeof left === 'string' && typeof right === 'string') {
    return (
      <div className={styles.changed}>
        <span className={styles.changedSign}>{signs.changed}</span>
        <div className={styles.inside}>
          <NodeName node={node} />
          <div className={styles.text}>
            <TextDiffView left={left} right={right} isSplit={isSplit} ignoreSpace={ignoreSpace} isNear />
          </div>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.changed}>
      <span className={styles.changedSign}>{signs.changed}</span>
      <div className={styles.inside}>
        <NodeName node={node} />
        <div className={classNames(styles.oneSided, styles.removed)}>
          <span className={styles.sign}>−</span>
          <JsonTree value={left} />
        </div>
        <div className={classNames(styles.oneSided, styles.added)}>
          <span className={styles.sign}>+</span>
          <JsonTree value={right} />
        </div>
      </div>
    </div>
  );
}

/** A key, or the places of an item of a list. */
function NodeName({ node: { kind, key, leftIndex, rightIndex } }: { node: JsonNode }) {
  if (key === null && leftIndex === null && rightIndex === null) return null;
  const places = [...new Set([leftIndex, rightIndex])].filter(place => place !== null);
  return (
    <span className={styles.name}>
      <SafeText text={key ?? `[${places.join(' → ')}]`} />
      {kind === 'moved-away' && (
        <span className={styles.note}> {words('diff.movedTo', { place: String(rightIndex ?? '') })}</span>
      )}
      {kind === 'moved-here' && (
        <span className={styles.note}> {words('diff.movedFrom', { place: String(leftIndex ?? '') })}</span>
      )}
    </span>
  );
}
