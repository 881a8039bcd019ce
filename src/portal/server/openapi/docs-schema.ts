import { escapeHtml } from '#platform/server/escape-html.ts'
import type { JsonSchema } from './openapi-schemas.ts'

/** A JSON Schema as HTML in a notation close to TypeScript; named schemas are links to their own section. */
export function schemaHtml(schema: JsonSchema, indent = ''): string {
  const ref = schema.$ref as string | undefined
  if (ref) {
    const name = escapeHtml(ref.replace('#/components/schemas/', ''))
    return `<a href="#schema-${name}">${name}</a>`
  }
  const anyOf = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (anyOf) return anyOf.map((each) => schemaHtml(each, indent)).join(' | ')
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ')
  if (schema.type === 'array') return arrayHtml(schema, indent)
  if (schema.type === 'object') return objectHtml(schema, indent)
  return scalarHtml(schema)
}

const literal = (value: unknown) => escapeHtml(JSON.stringify(value))

function arrayHtml({ items, minItems, maxItems }: JsonSchema, indent: string): string {
  const item = items as JsonSchema | undefined
  const element = item ? schemaHtml(item, indent) : 'unknown'
  const union = item && ('anyOf' in item || 'oneOf' in item || 'enum' in item)
  return `${union ? `(${element})` : element}[]${limitsHtml({ minItems, maxItems })}`
}

function objectHtml({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? schemaHtml(additionalProperties as JsonSchema, inner) : 'unknown'
    return `{ [key: string]: ${value} }`
  }
  const lines = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const optional = (required as string[]).includes(name) ? '' : '?'
    return `${inner}${escapeHtml(name)}${optional}: ${schemaHtml(schema, inner)}`
  })
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
}

function scalarHtml({ type, format, pattern, minLength, maxLength, minimum, maximum, multipleOf }: JsonSchema): string {
  const name = Array.isArray(type) ? type.join(' | ') : String(type ?? 'unknown')
  return `${escapeHtml(name)}${limitsHtml({ format, pattern, minLength, maxLength, minimum, maximum, multipleOf })}`
}

function limitsHtml(limits: JsonSchema): string {
  const entries = Object.entries(limits).filter(([, value]) => value !== undefined && value !== 0)
  const text = entries.map(([name, value]) => (name === 'format' ? String(value) : `${name} ${String(value)}`)).join(', ')
  return text ? ` <i>${escapeHtml(text)}</i>` : ''
}
