import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'

type Serialize = (value: unknown) => string

/** By shape, not by server: a process of tests starts dozens of servers, and compiling took a tenth of its processor time. */
const compiled = new WeakMap<z.core.$ZodType, Serialize>()

/**
 * The serialiser of an answer, made when the first one is sent: those of all routes together take 40 MB and a second of a start,
 * and most of them are not needed for days.
 */
export function buildSerializer(shape: z.core.$ZodType): Serialize {
  return (value) => (compiled.get(shape) ?? compile(shape))(value)
}

function compile(shape: z.core.$ZodType): Serialize {
  const serialize: Serialize = fastJson(responseSchema(shape) as Parameters<typeof fastJson>[0])
  compiled.set(shape, serialize)
  return serialize
}

/** JSON Schema for the serialiser, which drops unlisted properties. */
function responseSchema(shape: z.core.$ZodType): unknown {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'output', target: 'draft-7', override: nullableTypes })
  return schema
}

/**
 * Simplifies `anyOf [T, null]` to a nullable T (the serialiser's word for it, and its validator's). It would otherwise compile a
 * validator for most routes, four fifths of their first answer's time, and validate each such value that it writes.
 */
function nullableTypes({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema & { nullable?: boolean } }): void {
  const [value, nothing, ...others] = jsonSchema.anyOf ?? []
  if (!value || nothing === undefined || others.length > 0) return
  if (typeof value !== 'object' || typeof nothing !== 'object' || nothing.type !== 'null') return
  if (typeof value.type !== 'string') return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, value, { nullable: true }, value.enum && { enum: [...value.enum, null] })
}
