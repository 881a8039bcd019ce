import * as z from 'zod/mini'
import * as settings from '#access/api/identity.ts'
import * as people from '#access/api/person-shapes.ts'
import * as uploads from '#access/api/uploads.ts'
import * as account from '#accounts/auth/api/account.ts'
import * as auth from '#accounts/auth/api/auth.ts'
import * as notifications from '#communication/notifications/api/notifications.ts'
import * as resources from '#communication/resources/api/resources.ts'
import * as contracts from '#contracts/contracts/api/contracts.ts'
import * as reading from '#contracts/contracts/api/reading.ts'
import * as signing from '#contracts/contracts/api/signing.ts'
import * as templates from '#contracts/templates/api.ts'
import * as imports from '#imports/api.ts'
import * as leads from '#leads/leads/api/leads.ts'
import * as payments from '#money/bank-details/api.ts'
import * as clientPayments from '#money/client-payments/api/client-payments.ts'
import * as clientPaymentFile from '#money/client-payments/api/file-rows.ts'
import * as commissions from '#money/commissions/api/commissions.ts'
import * as disputes from '#money/disputes/api.ts'
import * as tierChanges from '#money/tiers/api/tier-changes.ts'
import * as tiers from '#money/tiers/api/tiers.ts'
import * as failures from '#operations/failures/api.ts'
import * as overview from '#overview/api.ts'
import * as partners from '#partners/partners/api/partners.ts'
import * as shapes from '#platform/api/shapes.ts'
import * as live from '#portal/api/live.ts'

export type JsonSchema = Record<string, unknown>

const modules = [
  account,
  auth,
  clientPaymentFile,
  clientPayments,
  commissions,
  contracts,
  disputes,
  failures,
  imports,
  leads,
  live,
  notifications,
  overview,
  partners,
  payments,
  people,
  reading,
  resources,
  settings,
  shapes,
  signing,
  templates,
  tierChanges,
  tiers,
  uploads,
]

/** Scalars stay inline: `{ type: 'string', format: 'uuid' }` says more than a reference of the same length. */
const typeNames = new Set(['object', 'enum', 'union', 'array', 'lazy'])

const registry = z.registry<{ id: string }>()
const schemas = new Map<string, z.core.$ZodType>()
for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
  // Parameters are listed one by one in each operation.
  if (/(Params|Query)$/.test(name)) continue
  if (!(value instanceof z.core.$ZodType) || !typeNames.has(value._zod.def.type)) continue
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const other = schemas.get(id)
  if (other === value) continue
  if (other) throw new Error(`Two schemas of the API are exported as ${name}: the OpenAPI document needs one name for each`)
  schemas.set(id, value)
  registry.add(value, { id })
}

/** Collects named schemas while operations are converted; each exported schema of the API becomes one component. */
export class SchemaComponents {
  readonly #schemas = new Map<string, string>()

  /** The JSON Schema of a shape, in which named schemas are references. Components that it needs are collected. */
  schemaOf(shape: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...schema
    } = z.toJSONSchema(shape, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata: registry as z.core.$ZodRegistry<{ id: string }>,
      override: ({ zodSchema, jsonSchema }) => {
        const { def } = zodSchema._zod
        // Answers may get more fields in a later version; only strict bodies refuse what they do not know.
        if (def.type === 'object' && !('catchall' in def && def.catchall)) delete jsonSchema.additionalProperties
        // The format says it already, and every reader of JSON in JavaScript knows its integers.
        if (jsonSchema.format) delete jsonSchema.pattern
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      },
    })
    // A shape with defaults accepts less than it gives back: then the two sides are two components.
    const names = new Map(
      Object.entries($defs as Record<string, JsonSchema>).map(([name, { id: _, ...definition }]) => {
        const json = JSON.stringify(definition)
        return [name, { json, final: name }]
      }),
    )
    const resolve = (text: string) =>
      text.replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/components/schemas/${names.get(name)?.final ?? name}"`)
    for (const [name, each] of names) {
      const previous = this.#schemas.get(name)
      if (previous !== undefined && previous !== resolve(each.json)) each.final = `${name}${io === 'input' ? 'Input' : 'Output'}`
    }
    for (const { json, final } of names.values()) {
      const finalSchema = this.#schemas.get(final)
      if (finalSchema !== undefined && finalSchema !== resolve(json)) throw new Error(`Two schemas are called ${final}`)
      this.#schemas.set(final, resolve(json))
    }
    return JSON.parse(resolve(JSON.stringify(schema)))
  }

  /** Everything that was referenced, by name. */
  all(): Record<string, JsonSchema> {
    const sorted = [...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(sorted.map(([name, json]) => [name, JSON.parse(json)]))
  }
}
