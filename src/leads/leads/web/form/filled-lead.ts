import type { SentChanges } from '#leads/fields/web/own-values.ts'
import type { LeadInput } from '../../api/leads.ts'

/** A lead as it is filled in: the fields that every lead has, and values of one's own. */
export type FilledLead = LeadInput & { readonly fields?: SentChanges | undefined }
