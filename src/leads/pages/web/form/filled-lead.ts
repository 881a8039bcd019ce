import type { SentChanges } from '#leads/fields/web/custom-values.ts'
import type { OpenLeadInput } from '#leads/leads/api/leads.ts'

/** A lead as it is filled in: the fields that every lead has, and values of custom ones. */
export type FilledLead = OpenLeadInput & { readonly fields?: SentChanges | undefined }
