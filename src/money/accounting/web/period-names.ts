import { currentLanguage, localeOf } from '#platform/domain/languages.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import type { ClosingScope, MissingThing } from '../domain/accounting.ts'
import { declarantText } from '../domain/declarant-check.ts'
import { m } from '../messages/messages.ts'

const month = new Intl.DateTimeFormat(localeOf[currentLanguage()], { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'October 2026' or '2026', of the last day of a period. */
export function periodName(scope: ClosingScope, until: string): string {
  return scope === 'year' ? until.slice(0, 4) : month.format(new Date(until))
}

const what: Readonly<Record<MissingThing['kind'], (count: number) => string>> = {
  invoices_awaited: (count) => m.invoicesAwaited({ count, shown: formatCount(count) }),
  invoices_unchecked: (count) => m.invoicesUnchecked({ count, shown: formatCount(count) }),
  payouts_open: (count) => m.payoutsOpen({ count, shown: formatCount(count) }),
  transfers_unanswered: (count) => m.transfersUnanswered({ count, shown: formatCount(count) }),
  declaration_incomplete: () => m.declarationIncomplete(),
  declarant_incomplete: () => m.declarationIncomplete(),
  declaration_not_exported: () => m.declarationNotExported(),
}

/** What is missing, with a few references: '2 payouts without the partner’s invoice (REL-2026-10-0001, REL-2026-10-0002)'. */
export function missingText({ kind, count, references }: MissingThing): string {
  if (kind === 'declarant_incomplete') return `${what[kind](count)} (${declarantText(references)})`
  const firstReferences = references.slice(0, 3)
  const more = Math.max(0, count - firstReferences.length)
  if (firstReferences.length === 0) return what[kind](count)
  const list = firstReferences.join(', ')
  return `${what[kind](count)} (${more > 0 ? m.listAndMore({ list, count: more }) : list})`
}
