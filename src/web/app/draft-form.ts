import type * as z from 'zod/mini'
import { useDraft } from './draft.ts'
import type { FormParts } from './form.ts'
import { useFormOver } from './form.ts'

/** A form whose values are kept under a name until they are sent: see `useDraft`. Never for passwords and the like. */
export function useDraftForm<S extends z.core.$ZodType, Values extends Record<string, unknown>>({
  draft,
  ...parts
}: FormParts<S, Values> & { readonly draft: string }) {
  return useFormOver(parts, useDraft(draft, parts.initial))
}
