import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isRecord } from '../../shared/schema.ts';
import type { Tool } from '../tools/tool.ts';

/** The input as an object, or in words what is wrong with it. */
export type CheckedInput =
  | { input: Record<string, unknown>; problem: null }
  | { input: null; problem: string };

/** Checks inputs against the JSON schemas of tools. Foreign schemas may hold keywords of their own. */
export function inputCheck(): (tool: Tool, input: unknown) => CheckedInput {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  const compiled = new Map<Tool, ValidateFunction>();
  const validatorOf = (tool: Tool) => {
    const known = compiled.get(tool);
    if (known) return known;
    const validate = ajv.compile(tool.inputSchema);
    compiled.set(tool, validate);
    return validate;
  };
  return (tool, input) => {
    if (!isRecord(input)) return { input: null, problem: `it is no JSON object but ${kindOf(input)}` };
    const validate = validatorOf(tool);
    if (validate(input)) return { input, problem: null };
    return { input: null, problem: ajv.errorsText(validate.errors, { dataVar: 'input' }) };
  };
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `this text: ${value.slice(0, 200)}`;
  return Array.isArray(value) ? 'a list' : String(value);
}
