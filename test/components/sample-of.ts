import type { core } from 'zod/mini'

/** The parts of shapes' definitions that are read here. */
interface Definition {
  readonly type: string
  readonly format?: string
  readonly shape?: Readonly<Record<string, core.$ZodType>>
  readonly items?: readonly core.$ZodType[]
  readonly options?: readonly core.$ZodType[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly values?: readonly unknown[]
  readonly innerType?: core.$ZodType
  readonly keyType?: core.$ZodType
  readonly valueType?: core.$ZodType
  readonly out?: core.$ZodType
  readonly left?: core.$ZodType
  readonly right?: core.$ZodType
  readonly defaultValue?: unknown
  readonly getter?: () => core.$ZodType
}

const samplesOfFormats: Readonly<Record<string, string>> = {
  uuid: '01890000-0000-7000-8000-000000000001',
  datetime: '2026-11-02T08:00:00.000Z',
  date: '2026-11-02',
  email: 'somebody@exemple.fr',
  url: 'https://exemple.fr/',
}

/**
 * The smallest value of a shape: empty lists, null where that may be, the first of several choices, zero or the least number.
 * What an answer is about is written beside it: `{ ...sampleOf(route.returns), items: [...] }`.
 */
export function sampleOf<S extends core.$ZodType>(shape: S): core.output<S> {
  return smallest(shape) as core.output<S>
}

function smallest(shape: core.$ZodType): unknown {
  const def = shape._zod.def as Definition
  const { minimum, format = def.format } = shape._zod.bag as { minimum?: number; format?: string }
  switch (def.type) {
    case 'object':
      return withoutAbsent(Object.entries(def.shape ?? {}))
    case 'record':
      return withoutAbsent(keysOf(def.keyType).map((key) => [key, part(def.valueType)]))
    case 'array':
      return Array.from({ length: minimum ?? 0 }, () => null)
    case 'tuple':
      return (def.items ?? []).map(smallest)
    case 'string':
      return samplesOfFormats[format ?? ''] ?? ''
    case 'int':
    case 'number':
      return Math.max(0, minimum ?? 0)
    case 'boolean':
      return false
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    case 'union':
      return smallest(part(def.options?.[0]))
    case 'intersection':
      return { ...(smallest(part(def.left)) as object), ...(smallest(part(def.right)) as object) }
    case 'default':
      return def.defaultValue
    case 'lazy':
      return smallest(part(def.getter?.()))
    case 'pipe':
      return smallest(part(def.out))
    case 'readonly':
    case 'nonoptional':
      return smallest(part(def.innerType))
    case 'nullable':
    case 'null':
    case 'unknown':
    case 'any':
      return null
    case 'optional':
      return undefined
    default:
      throw new Error(`no sample of a shape of type ${def.type}`)
  }
}

const withoutAbsent = (entries: readonly (readonly [string, core.$ZodType])[]) =>
  Object.fromEntries(entries.map(([key, shape]) => [key, smallest(shape)]).filter(([, value]) => value !== undefined))

/** A record by an enumeration has each of its keys; one by any text has none. */
const keysOf = (shape: core.$ZodType | undefined) =>
  Object.values((shape?._zod.def as Definition | undefined)?.entries ?? {}) as string[]

function part(shape: core.$ZodType | undefined): core.$ZodType {
  if (!shape) throw new Error('a shape lacks a part')
  return shape
}
