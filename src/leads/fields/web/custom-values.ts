import * as z from 'zod/mini'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { waysToReach } from '#leads/leads/domain/lead-fields.ts'
import { ownValue } from '#platform/domain/keys.ts'
import type { fieldChanges } from '../api/values.ts'
import { sameValue, valueError } from '../domain/field-value.ts'
import { type FieldChanges, type FieldNeed, isRequiredIn } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'
import { parseTyped, type TypedValue, typedValue } from './typed-value.ts'
import { valueField } from './value-field.ts'

/** The name of a field's input in a form. */
export const inputName = (key: string) => `fields.${key}` as const
export type CustomInputs = Readonly<Record<ReturnType<typeof inputName>, TypedValue>>

/** What is known of a field where its input is drawn. */
export type Askable = Pick<ReadableField, 'key' | 'kind' | 'options'>

/** The custom fields that the reader fills in. */
export const fieldsToFill = (fields: readonly ReadableField[]) =>
  fields.filter(({ isBuiltIn, isOpen, mayEdit }) => !isBuiltIn && isOpen && mayEdit)

/** The texts of the inputs of these fields. */
export function customInputs(fields: readonly Askable[], values: FieldChanges = {}): CustomInputs {
  return Object.fromEntries(
    fields.map((field) => [inputName(field.key), typedValue(valueField(field), ownValue(values, field.key) ?? undefined)]),
  )
}

/** Values as a request holds them. */
export type SentChanges = z.output<typeof fieldChanges>

/** The values that the inputs mean, null for an empty one; of those that were drawn. */
export function typedChanges(fields: readonly Askable[], inputs: Partial<CustomInputs>): SentChanges {
  const drawn = fields.flatMap((field) => {
    const typed = inputs[inputName(field.key)]
    const value = typed === undefined ? undefined : parseTyped(valueField(field), typed)
    return value === undefined ? [] : [[field.key, typeof value === 'object' && value ? [...value] : value] as const]
  })
  return Object.fromEntries(drawn)
}

/** The part of the changes that differs from what the lead had. */
export const realChanges = (values: FieldChanges = {}, changes: SentChanges = {}): SentChanges =>
  Object.fromEntries(Object.entries(changes).filter(([key, value]) => !sameValue(ownValue(values, key), value)))

interface WithFields {
  readonly fields?: FieldChanges | undefined
}

interface Reached {
  readonly email: string
  readonly phone: string
}

/** Reports a lead that has neither an e-mail nor a telephone, at the one of both that forms ask for, as the server does. */
export function checkReached<T extends Reached>(fields: readonly Pick<ReadableField, 'key' | 'isOpen'>[]) {
  return z.check<T>(({ value, issues }) => {
    if (value.email !== '' || value.phone !== '') return
    const way = waysToReach.find((each) => fields.some(({ key, isOpen }) => key === each && isOpen)) ?? 'email'
    issues.push({ code: 'custom', input: value, path: [way], message: m.wayToReachMissing() })
  })
}

/** Reports each value that its field does not take, and each that a lead in this stage lacks, as the server does. */
export function checkCustomValues<T extends WithFields>(
  fields: readonly (Askable & FieldNeed & Pick<ReadableField, 'name'>)[],
  stage: string,
  stages: readonly string[],
) {
  return z.check<T>(({ value, issues }) => {
    for (const field of fields) {
      const given = ownValue(value.fields ?? {}, field.key) ?? null
      const missing = given === null && isRequiredIn(field, stage, stages) ? m.fieldMissing({ field: field.name }) : null
      const message = given === null ? missing : valueError(valueField(field), given)
      if (message) issues.push({ code: 'custom', input: value, path: ['fields', field.key], message })
    }
  })
}
