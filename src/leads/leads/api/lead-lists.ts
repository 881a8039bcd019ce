import * as z from 'zod/mini'
import { fieldFilterMax, fieldFilterPattern } from '#leads/fields/domain/field-filter.ts'
import { list } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { anyText, id, searchText } from '#platform/api/shapes.ts'
import { keyMax } from '#platform/domain/keys.ts'

/** All columns of the board, whatever stages it has. */
export const allColumns = 'all'

/** Size of the first page of each board column: what fits on a screen. */
export const firstLeads = 13

/** Size of the pages that follow while one scrolls. */
export const furtherLeads = 100

export const leadList = list({
  filters: {
    partnerId: z.optional(id),
    /** The person of a partner whom a lead is of. */
    typedBy: z.optional(id),
    /** Matches name, company or e-mail, ignoring case. */
    search: searchText,
    offer: z.optional(anyText().check(z.maxLength(keyMax))),
    /**
     * What custom fields hold, separated by semicolons: `region:idf|paca` for one of these choices, `urgent:yes`,
     * `budget:100000..500000` for a range whose ends may be left out, `floor:2` for this value. `%`, `;` and `|` of a value are
     * percent-encoded.
     */
    fieldValues: z.optional(anyText().check(z.maxLength(fieldFilterMax), z.regex(fieldFilterPattern))),
    /** Only possible duplicates; for administrators only. */
    duplicates: z.optional(z.literal('yes')),
    /** Only leads that have stood in their stage for longer than it allows. */
    stale: z.optional(z.literal('yes')),
    /** Days of creation. */
    ...periodQuery,
  },
})

/** Columns by the keys of their stages, separated by commas; `all` stands for all, `open` for the open ones. */
export const columnList = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}(,[a-z][a-z0-9_]{0,39}){0,20}$/))

/** Leads read at once after messages about them; more messages than that make a board read itself again. */
export const maxChangedLeads = 50

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Ids, separated by commas. */
export const idList = z.string().check(z.regex(new RegExp(`^${uuid}(,${uuid}){0,${maxChangedLeads - 1}}$`)))
