import { isForkpointError } from '../../../shared/errors.ts';
import { isOpenQuestion } from '../../../shared/gate.ts';
import { checked } from '../../../shared/schema.ts';
import { call, replyWith, says } from '../../harness/testing/scriptedParts.ts';
import type { Model, ModelReply } from '../../model/model.ts';
import { createRun, openRun } from '../../store/fileStore.ts';
import { openRunFiles } from '../../workspace/diskRunFiles.ts';
import { type ActedServices, actedServices } from './actedServices.ts';
import { type Order, orderSchema, type Reply } from './playerOrders.ts';

/**
 * A process that acts on a run with the real tools and commands, for a test that makes files of others meanwhile. Orders
 * come and replies go as messages.
 *
 *     node filesPlayer.js [USER-ID]
 */
const [user] = process.argv.slice(2);
if (user !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}

let acted: ActedServices | null = null;
let calls = 0;
const waiting: ModelReply[] = [];
const model: Model = { reply: async () => waiting.shift() ?? says('Done.') };

process.on('message', (message: unknown) => {
  answerTo(message).then(
    reply => send({ reply }),
    (error: unknown) => send({ failed: error instanceof Error ? error.stack : String(error) }),
  );
});

/** Who asked may be gone by now. */
function send(answer: object): void {
  process.send?.(answer, undefined, undefined, () => undefined);
}

async function answerTo(message: unknown): Promise<Reply> {
  const order = checked(orderSchema, message, 'an order');
  if (order.act === 'open') return await opened(order);
  if (acted === null) throw new Error('nothing is open');
  const done = order.act === 'close' ? nothingDone : await outcomeOf(acted, order);
  const reply = await replyOf(acted, done);
  if (order.act === 'close') await acted.services.close();
  return reply;
}

/** A run that has said its first words; its workspace is still empty, unless it is a person's. */
async function opened({
  dataFolder,
  workspace,
  limitBytes,
}: Extract<Order, { act: 'open' }>): Promise<Reply> {
  // Rows that are kept to save work are written by a timer, also when the folder is gone.
  acted = actedServices(dataFolder, model, {
    openRun: (folder, options) => openRun(folder, { ...options, cacheFolder: null }),
    createRun: (folder, record, options) => createRun(folder, record, { ...options, cacheFolder: null }),
    openFiles: places => openRunFiles({ ...places, limits: { fileBytes: limitBytes } }),
  });
  await acted.services.commands.startRun({
    task: 'Change files.',
    run: 'run',
    effects: 'live',
    ...(workspace === null ? {} : { workspace }),
  });
  await acted.rested();
  return await replyOf(acted, nothingDone);
}

type Done = Pick<Reply, 'refused' | 'files' | 'planned'>;
type Doing = Exclude<Order, { act: 'open' | 'close' }>;
const nothingDone: Done = { refused: null, files: null, planned: [] };

/** What an order did, or the code it was refused with. */
async function outcomeOf(on: ActedServices, order: Doing): Promise<Done> {
  try {
    const done = await does(on, order);
    for (const { name } of (await (await on.store()).rows()).branches) await on.rested(name);
    return done;
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { ...nothingDone, refused: error.code };
  } finally {
    waiting.length = 0;
  }
}

async function does(on: ActedServices, order: Doing): Promise<Done> {
  const { commands } = on.services;
  const { branch } = order;
  if (order.act === 'turn') {
    const blocks = order.calls.map(({ tool, input }) => call(`call-${calls++}`, tool, input));
    if (blocks.length > 0) waiting.push(replyWith(blocks));
    await commands.resume('run', branch, blocks.length > 0 ? { say: 'Go on.' } : {});
    return nothingDone;
  }
  if (order.act === 'refuse') {
    const { questions } = await (await on.store()).rows();
    for (const question of questions.filter(row => row.branch === branch && isOpenQuestion(row))) {
      await commands.answer('run', question.id, { kind: 'refuse', why: 'No.' });
    }
    return nothingDone;
  }
  if (order.act === 'undo') return { ...nothingDone, files: (await commands.undo('run', branch)).files };
  const to = `@${order.scene}`;
  if (order.act === 'fork') {
    const { files } = await commands.fork('run', branch, { to, name: order.name, effects: 'live' });
    return { ...nothingDone, files };
  }
  const body = { to, restore: order.restore };
  const plan = await commands.planMove('run', { ...body, action: 'rewind', branch });
  const { files } = await commands.rewind('run', branch, { ...body, digest: plan.digest });
  return { refused: null, files, planned: plan.files.entries };
}

async function replyOf(on: ActedServices, done: Done): Promise<Reply> {
  if (on.errors[0] !== undefined) throw on.errors[0];
  const { scenes, branches } = await (await on.store()).rows();
  return {
    ...done,
    scenes: scenes.map(({ id, branch, point, parent }) => ({ id, branch, point, parent })),
    branches: branches.map(({ name, head, state, moves }) => ({ name, head, state, moves })),
  };
}
