import { useMemo, useState } from 'react';
import { useArchive } from '../adopt/useArchive.ts';
import { useRun, useRuns } from '../api/queries.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { HelpSheet } from '../keys/HelpSheet.tsx';
import { Palette, type PaletteEntry } from '../keys/Palette.tsx';
import { useKeyPresses } from '../keys/useKeyPresses.ts';
import { openList, useSelection } from '../selection/useSelection.ts';
import { lookedBranch } from './branchOfSelection.ts';
import { commandEntries, runEntries, sideEntries, tabEntries, turnEntries } from './paletteEntries.ts';

/** The keys of the page, the list of everything that can be done, and the help. Draws nothing until one is asked for. */
export function Keyboard() {
  const { run } = useSelection();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  useKeyPresses();
  useCommands({
    palette: () => setOpen('palette'),
    help: () => setOpen('help'),
    runs: openList,
  });
  const close = () => setOpen(null);
  if (open === 'help') return <HelpSheet onClose={close} />;
  if (open === null) return null;
  return run === null ? (
    <PaletteOfRuns own={[]} onClose={close} />
  ) : (
    <PaletteOfRun run={run} onClose={close} />
  );
}

/** Of the run on screen also its turns and branches, as far as they are drawn. */
function PaletteOfRun({ run, onClose }: { run: string; onClose: () => void }) {
  const loaded = useRun(run);
  const { compare, scene, select } = useSelection();
  const whole = loaded.status === 'ready' ? loaded.value.graph : null;
  const archive = useArchive(run, whole, whole && scene ? lookedBranch(whole, scene) : null);
  const graph = whole && archive.drawn(whole);
  const own = useMemo(
    () =>
      graph
        ? [...sideEntries(graph, compare, select), ...tabEntries(select), ...turnEntries(graph, select)]
        : [],
    [graph, compare, select],
  );
  return <PaletteOfRuns own={own} onClose={onClose} />;
}

function PaletteOfRuns({ own, onClose }: { own: readonly PaletteEntry[]; onClose: () => void }) {
  const loaded = useRuns();
  const runs = loaded.status === 'ready' ? loaded.value : null;
  const [commands] = useState(commandEntries);
  const entries = useMemo(() => [...commands, ...own, ...runEntries(runs ?? [])], [commands, own, runs]);
  return <Palette entries={entries} onClose={onClose} />;
}
