import type { ClosingScope, MissingThing } from '#money/accounting/domain/accounting.ts'
import { pluralize } from '#platform/web/ui/counts.ts'

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'October 2026' or '2026', of the last day of a period. */
export function periodName(scope: ClosingScope, until: string): string {
  return scope === 'year' ? until.slice(0, 4) : month.format(new Date(until))
}

const what: Readonly<Record<MissingThing['kind'], (count: number) => string>> = {
  invoices_awaited: (count) => `${pluralize(count, 'payout')} without the partner’s invoice`,
  invoices_unchecked: (count) => `${pluralize(count, 'partner’s invoice', 'partners’ invoices')} to check`,
  payouts_open: (count) => `${pluralize(count, 'payout')} issued, neither approved nor cancelled`,
  transfers_unanswered: (count) => `${pluralize(count, 'payout')} sent, without the bank’s answer`,
  declaration_incomplete: () => 'Data of the declaration is missing',
  declaration_not_exported: () => 'The declaration was not exported',
}

/** What is missing, with a few references: '2 payouts without the partner’s invoice (REL-2026-10-0001, REL-2026-10-0002)'. */
export function missingText({ kind, count, references }: MissingThing): string {
  const firstReferences = references.slice(0, 3)
  const more = Math.max(0, count - firstReferences.length)
  const list = firstReferences.length === 0 ? '' : ` (${firstReferences.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
  return `${what[kind](count)}${list}`
}
