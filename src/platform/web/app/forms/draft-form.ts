import type * as z from 'zod/mini'
import { useDraft } from './draft.ts'
import { type FormParts, useFormOver } from './form.ts'

/** A form with a draft (see `useDraft`). Not for passwords and other secrets. */
export function useDraftForm<S extends z.core.$ZodType, Values extends Record<string, unknown>>({
  draft,
  ...parts
}: FormParts<S, Values> & { readonly draft: string }) {
  return useFormOver(parts, useDraft(draft, parts.initial))
}
