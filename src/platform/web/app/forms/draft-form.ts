import type * as z from 'zod/mini'
import { type ConflictLabels, editConflictOf } from './changed-by-other.tsx'
import { useDraft } from './draft.ts'
import { type FormParts, useFormOver } from './form.ts'

/**
 * A form with a draft (see `useDraft`). Not for passwords and other secrets. With `labels`, `initial` is a record as it is stored
 * now: what others save while it is edited is taken over or asked about.
 */
export function useDraftForm<S extends z.core.$ZodType, Values extends Record<string, unknown>>({
  draft: name,
  labels,
  ...parts
}: FormParts<S, Values> & { readonly draft: string | null; readonly labels?: ConflictLabels | undefined }) {
  const draft = useDraft(name, parts.initial, labels !== undefined)
  return { ...useFormOver(parts, draft), conflict: editConflictOf(draft, parts.initial, labels) }
}
