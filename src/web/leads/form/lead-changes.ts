import type * as z from 'zod/mini'
import type { Lead, leadForm } from '#api/leads.ts'

type Fields = z.output<typeof leadForm>

/** The fields of a form that are no longer as the lead was when it was filled in. */
export function changesOf(lead: Pick<Lead, keyof Fields>, form: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(form).filter(([field, value]) => lead[field as keyof Fields] !== value))
}
