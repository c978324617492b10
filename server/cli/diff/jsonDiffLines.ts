import { readableJson } from '../../../shared/blockText.ts';
import { diffJson, type JsonNode } from '../../../shared/diff/diffJson.ts';
import { paint } from '../paint.ts';
import { visibleText } from '../visibleText.ts';
import { type DrawOptions, linesOfText, linesOfTexts } from './textDiffLines.ts';

const VALUE_SHOWN = 60;

/** Two JSON values: what differs in them, by key and item; where that is too much, as texts. */
export function linesOfJson(left: unknown, right: unknown, options: DrawOptions): string[] {
  const diff = diffJson(left, right, options);
  switch (diff.kind) {
    case 'same':
      return [];
    case 'too-large':
      return linesOfTexts(readableJson(left), readableJson(right), options);
    case 'changed':
      return diff.root.inner === null
        ? linesOfValues(diff.root, options)
        : linesOfNodes(diff.root.inner, options);
  }
}

function linesOfNodes(nodes: readonly JsonNode[], options: DrawOptions): string[] {
  const same = nodes.reduce((sum, node) => sum + (node.kind === 'same' ? node.count : 0), 0);
  const isShown = same > 0 && options.context > 0;
  return [
    ...nodes.filter(node => node.kind !== 'same').flatMap(node => linesOfNode(node, options)),
    ...(isShown ? [paint.dim(`${options.indent}  … ${same.toLocaleString('en')} the same`)] : []),
  ];
}

function linesOfNode(node: JsonNode, options: DrawOptions): string[] {
  const { indent } = options;
  const name = nameOf(node);
  const inside = { ...options, indent: `${indent}  ` };
  switch (node.kind) {
    case 'added':
      return oneSided('+', name, node.right, indent);
    case 'removed':
      return oneSided('-', name, node.left, indent);
    case 'moved-away':
      return [paint.yellow(`${indent}< ${name} moved to [${node.rightIndex}]`)];
    case 'moved-here':
      return [paint.yellow(`${indent}> ${name} moved from [${node.leftIndex}]`)];
    default:
      if (node.inner !== null) return [`${indent}~ ${name}`, ...linesOfNodes(node.inner, inside)];
      return isShort(node.left) && isShort(node.right)
        ? [`${indent}~ ${name}: ${paint.red(shortValue(node.left))} → ${paint.green(shortValue(node.right))}`]
        : [`${indent}~ ${name}`, ...linesOfValues(node, inside)];
  }
}

function nameOf({ key, leftIndex, rightIndex }: JsonNode): string {
  return key === null ? `[${rightIndex ?? leftIndex ?? ''}]` : visibleText(key);
}

function oneSided(sign: '+' | '-', name: string, value: unknown, indent: string): string[] {
  const colour = sign === '+' ? paint.green : paint.red;
  if (isShort(value)) return [colour(`${indent}${sign} ${name}: ${shortValue(value)}`)];
  return [colour(`${indent}${sign} ${name}`), ...linesOfText(sign, textOf(value), `${indent}  `)];
}

function linesOfValues({ left, right }: JsonNode, options: DrawOptions): string[] {
  return linesOfTexts(textOf(left), textOf(right), options);
}

/** A text as it is, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : readableJson(value);
}

function isShort(value: unknown): boolean {
  return (
    (JSON.stringify(value) ?? '').length <= VALUE_SHOWN &&
    !(typeof value === 'string' && value.includes('\n'))
  );
}

function shortValue(value: unknown): string {
  return visibleText(JSON.stringify(value) ?? '');
}
