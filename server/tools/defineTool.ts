import { z } from 'zod';
import type { ToolClass } from '../../shared/toolClass.ts';
import { refuseLinkedFolder } from './ownFolders.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';
import { outcomeOf, ToolFailure } from './toolFailure.ts';

/** A tool with a typed input: one schema makes both the model's JSON schema and the check before it runs. */
export interface ToolDefinition<S extends z.ZodType> {
  name: string;
  description: string;
  input: S;
  toolClass: ToolClass;
  idempotent?: boolean;
  destructive?: boolean;
  target?(input: z.infer<S>): string;
  touches?(input: z.infer<S>): string[];
  probe?(input: z.infer<S>, context: ToolContext): Promise<ToolOutcome | null>;
  run(input: z.infer<S>, context: ToolContext): Promise<ToolOutcome>;
}

/** The tool as the harness takes it. Input of the wrong shape has no target, touches nothing, and fails when run. */
export function defineTool<S extends z.ZodType>(definition: ToolDefinition<S>): Tool {
  const { name, description, input: schema, toolClass, idempotent, destructive } = definition;
  const { target, touches, probe } = definition;
  const parsed = (input: unknown): z.infer<S> | null => schema.safeParse(input).data ?? null;
  return {
    name,
    description,
    inputSchema: jsonSchemaOf(schema),
    toolClass,
    ...(idempotent && { idempotent }),
    ...(destructive && { destructive }),
    ...(target && { target: given => withInput(parsed(given), target, null) }),
    ...(touches && { touches: given => withInput(parsed(given), touches, []) }),
    ...(probe && {
      probe: async (given, context) =>
        withInput(parsed(given), async input => await probe(input, context), null),
    }),
    run: async (given, context) =>
      await outcomeOf(async () => {
        const input = inputOrFailure(schema, given);
        await refuseLinkedFolder(context.runFolder, context.workspace);
        return await definition.run(input, context);
      }),
  };
}

function withInput<I, R, F>(input: I | null, work: (input: I) => R, fallback: F): R | F {
  return input === null ? fallback : work(input);
}

function inputOrFailure<S extends z.ZodType>(schema: S, given: unknown): z.infer<S> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new ToolFailure(`The input does not fit this tool:\n${z.prettifyError(result.error)}`);
}

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
