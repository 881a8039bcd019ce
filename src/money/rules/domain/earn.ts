import type { Cents } from '#platform/domain/money.ts'
import type { LeadSource, LeadTerms, SignedLead } from './book.ts'
import { yearOf } from './calendar.ts'
import type { Ledger } from './ledger.ts'
import type { CapCut, LineReason, RuleLine } from './lines.ts'

/** What one more line of a lead is made of. */
interface Earning {
  readonly lead: SignedLead
  readonly terms: LeadTerms
  readonly source: LeadSource
  /** Which of the lead's shares it is of. */
  readonly place: number
  /** A correction brings no further fixed sum. */
  readonly withFixed: boolean
}

/** As much of an amount as the caps leave. */
function underCaps(
  ledger: Ledger,
  { lead, terms, source }: Earning,
  grossCents: Cents,
): { amountCents: Cents; cut: CapCut | null } {
  const { partnerId, leadCapCents, definition } = terms
  const { yearCents } = definition.cap
  const cuts: CapCut[] = []
  if (leadCapCents !== null) {
    const ofLead = ledger.ofLead(lead, (line) => line.partnerId === partnerId)
    const leftCents = ofLead.reduce((sum, line) => sum + (lead.left?.wholes.get(line.id) ?? ledger.rest(line)).amountCents, 0)
    const roomCents = Math.max(0, leadCapCents - leftCents)
    cuts.push({ by: 'lead', capCents: leadCapCents, roomCents })
  }
  if (yearCents !== null) {
    const roomCents = Math.max(0, yearCents - ledger.keptInYear(terms, yearOf(source.day)))
    cuts.push({ by: 'year', capCents: yearCents, roomCents })
  }
  const cut = cuts
    .filter(({ roomCents }) => roomCents < grossCents)
    .toSorted((one, other) => one.roomCents - other.roomCents)
    .at(0)
  return { amountCents: cut?.roomCents ?? grossCents, cut: cut ?? null }
}

function addLine(
  ledger: Ledger,
  earning: Earning,
  { kind, revenueCents, grossCents }: Pick<RuleLine, 'kind' | 'revenueCents' | 'grossCents'>,
  reasonOf: (cut: CapCut | null) => LineReason,
): void {
  const { lead, terms, source } = earning
  const { amountCents, cut } = underCaps(ledger, earning, grossCents)
  ledger.add({
    kind,
    partnerId: terms.partnerId,
    leadId: lead.leadId,
    source: source.key,
    day: source.day,
    ofSignature: source.ofSignature,
    ruleId: terms.ruleId,
    version: terms.version,
    revenueCents,
    grossCents,
    amountCents,
    reverses: null,
    reason: reasonOf(cut),
  })
}

/** Whether a day's payments are the partner's: until their ending, and after they took the lead over. */
export const earnsOn = ({ takenOverOn }: SignedLead, { endedOn }: LeadTerms, day: string): boolean =>
  (endedOn === null || day <= endedOn) && (takenOverOn === null || day > takenOverOn)

/** The lines that a partner's part of a source brings: one for the rate, one for the fixed sum. */
export function earn(ledger: Ledger, earning: Earning): void {
  const { lead, terms, source, place, withFixed } = earning
  if (!source.ofSignature && !earnsOn(lead, terms, source.day)) return
  const { ratePercent, tierName, fixedCents, shareBasisPoints } = terms
  const revenueCents = source.restCents[place] ?? 0
  const shared = { leadRevenueCents: source.revenueCents, shareBasisPoints }
  if (ratePercent !== null) {
    const grossCents = source.ratedCents[place]?.[place] ?? 0
    const kind = source.ofSignature ? (lead.byHand ? 'manual' : 'deal') : 'payment'
    addLine(ledger, earning, { kind, revenueCents, grossCents }, (cut) => ({
      why: 'rate',
      ...shared,
      ratePercent,
      tierName,
      cut,
    }))
  }
  if (fixedCents === null || (!withFixed && ratePercent !== null)) return
  const grossCents = withFixed ? fixedCents : 0
  // The revenue counts once: with the rate's line where there is one.
  const counted = ratePercent === null ? revenueCents : 0
  addLine(ledger, earning, { kind: 'fixed', revenueCents: counted, grossCents }, (cut) => ({
    why: 'fixed',
    ...shared,
    fixedCents: grossCents,
    cut,
  }))
}
