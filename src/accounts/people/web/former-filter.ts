import type { FormerPartners } from '../api.ts'
import { m } from '../messages/messages.ts'

/** The filter of a partner's own list by the partners that were merged into it; none where there is no such partner. */
export function formerFilters(former: FormerPartners = []) {
  if (former.length === 0) return []
  const options = former.map(({ id, name, company }) => ({ value: id, label: company || name }))
  return [{ name: 'partner', label: m.company(), all: m.yourCompany(), options }]
}
