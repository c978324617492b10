import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findScenario, listScenarios } from './findScenario.ts';
import { scenarioFromYaml } from './loadScenario.ts';
import { builtInScenarios, scenarioFolders } from './scenarioFolders.ts';

const least = 'id: tiny\ntitle: Tiny\ntask: Say hello.\nreplies:\n  - text: Hello.\n';

describe('a scenario as a person writes it', () => {
  test('needs only an id, a title, a task and a reply', () => {
    expect(scenarioFromYaml(least, 's.yaml')).toMatchObject({
      model: 'scripted',
      hints: [],
      paths: {},
      replies: [{ text: 'Hello.', calls: [] }],
    });
  });

  test.each([
    ['a wrong value', `${least}paceMs: fast\n`, 's.yaml:6', 'paceMs: '],
    [
      'a misspelt key',
      `${least}  - txt: Bye.\n    text: Bye.\n`,
      's.yaml:6',
      'replies.1: Unrecognized key: "txt"',
    ],
    ['an empty reply', `${least}  - calls: []\n`, 's.yaml:6', 'replies.1: a reply needs'],
    [
      'a call without a tool',
      `${least}  - calls:\n      - input: {}\n`,
      's.yaml:7',
      'replies.1.calls.0.tool: ',
    ],
    [
      'a hint to nowhere',
      `${least}hints:\n  - after: 1\n    words: [x]\n    path: gone\n`,
      's.yaml:9',
      'no path “gone”',
    ],
    ['a path named main', `${least}paths:\n  main:\n    - text: Bye.\n`, 's.yaml:8', 'paths.main: '],
    ['a missing key', 'title: Tiny\n', 's.yaml:1', 'id: '],
    ['broken YAML', `${least}hints: [\n`, 's.yaml:7', ''],
    ['a key twice', `${least}task: Again.\n`, 's.yaml:6', 'unique'],
    ['an alias to nowhere', `${least}model: *gone\n`, 's.yaml', 'gone'],
    ['no mapping at all', 'hello', 's.yaml:1', ''],
  ])('%s is named with its line and path', (_, text, where, detail) => {
    expect(() => scenarioFromYaml(text, 's.yaml')).toThrow(
      expect.objectContaining({
        code: 'bad-shape',
        params: { where, detail: expect.stringContaining(detail) },
      }),
    );
  });
});

describe('finding scenarios', () => {
  let own: string;
  beforeAll(async () => {
    own = await mkdtemp(join(tmpdir(), 'forkpoint-scenarios-'));
    const write = async (id: string, text: string) => {
      await mkdir(join(own, id, 'project'), { recursive: true });
      await writeFile(join(own, id, 'scenario.yaml'), text);
    };
    await write('tiny', least);
    await write('broken', 'id: broken\n');
    await write('other-name', least);
    await write('.hidden', least);
    await mkdir(join(own, 'no-scenario'));
    await writeFile(join(own, 'a-file'), '');
  });
  afterAll(async () => await rm(own, { recursive: true, force: true }));

  test('the built-in ones and a person’s own are listed; a bad one keeps no other away', async () => {
    const list = await listScenarios(scenarioFolders({ FORKPOINT_SCENARIOS: own }));
    const ids = list.scenarios.map(({ id }) => id);
    expect(ids).toContain('derailed');
    expect(ids).toContain('tiny');
    expect(list.problems.map(({ id, problem }) => [id, problem.code])).toEqual([
      ['broken', 'bad-shape'],
      ['other-name', 'bad-shape'],
    ]);
  });

  test('the project beside it is found', async () => {
    expect((await findScenario('tiny', [own])).projectFolder).toBe(join(own, 'tiny', 'project'));
  });

  test.each(['nowhere', '..', '../scenarios/derailed', 'a/b', 'de\0railed', ''])(
    'there is no %j',
    async id => {
      await expect(findScenario(id, [own, builtInScenarios()])).rejects.toMatchObject({
        code: 'no-such-scenario',
      });
    },
  );
});
