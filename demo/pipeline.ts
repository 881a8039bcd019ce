import * as z from 'zod/mini'
import type { Actor } from '#access/domain/actor.ts'
import { leadForm } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { lostReasons } from '#leads/leads/domain/lost-leads.ts'
import { addLead, moveLead } from '#leads/leads/server/commands.ts'
import { acceptRegistrations } from '#leads/registrations/server/answer-commands.ts'
import { validateCommission } from '#money/commissions/server/commands.ts'
import { holdCommission } from '#money/commissions/server/hold-commands.ts'
import { payCommission } from '#money/commissions/server/payment-commands.ts'
import { reverseCommission } from '#money/commissions/server/reversal-commands.ts'
import { decideDispute, openDispute, replyToDispute } from '#money/disputes/server/commands.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { isPaidByRuns } from './bank-details.ts'
import { type DemoPartner, firstNames, lastNames, notes, trades } from './content.ts'
import { runsSince } from './payout-runs.ts'
import type { RunAs } from './run-as.ts'

const day = 86_400_000

/** Deterministic PRNG (mulberry32). */
function dice(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The offers that a new portal has, with amounts in thousands of euros. */
const amounts = { automation: [3, 5], star: [8, 12], custom: [30, 50] } as const

interface Pipeline {
  readonly runAs: RunAs
  readonly admin: Actor
  readonly partner: Actor
  readonly profile: DemoPartner
  readonly seed: number
  readonly from: Date
  readonly now: Date
  /** Companies that already have a lead. */
  readonly followed: Set<string>
}

/** Sample data for the staff's tasks: partners with duplicate leads, and one with an overdue payment. */
const repeating: readonly number[] = [4, 6]
const forgottenBy = 2
/** Whose last commission is held, and whose second was taken back in part. */
const unclear = 3
const refunded = 1
/** Whose last commission is contested and waits for an answer, and whose first was contested and upheld. */
const contesting = 6
const answered = 4

/**
 * Seeds a partner's leads, evenly spread over their time with the provider. Commissions are settled up to the last weeks, the
 * other leads are lost or open.
 */
export async function seedPipeline({ runAs, admin, partner, profile, seed, from, now, followed }: Pipeline): Promise<void> {
  const roll = dice(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)] as T
  const span = now.getTime() - from.getTime() - 3 * day
  let missing = profile.revenue
  for (let index = 0; index < profile.leads; index += 1) {
    const at = new Date(from.getTime() + (span * (index + roll() * 0.8)) / profile.leads)
    const later = (days: number) => new Date(Math.min(at.getTime() + days * day, now.getTime() - 3_600_000))
    const offerType = missing > 60_000 && roll() < 0.2 ? 'custom' : pick(['automation', 'star'] as const)
    const [min, max] = amounts[offerType]
    const euros = Math.round((min + roll() * (max - min)) * 10) * 100
    const repeats = index === 3 && repeating.includes(seed)
    let lastName = pick(lastNames)
    let company = repeats ? pick([...followed]) : `${pick(trades)} ${lastName}`
    while (!repeats && followed.has(company)) {
      lastName = pick(lastNames)
      company = `${pick(trades)} ${lastName}`
    }
    followed.add(company)
    const name = `${pick(firstNames)} ${lastName}`
    const host = foldText(company).replace(/[^a-z]/g, '')
    const { id } = await runAs(partner, at, (context) =>
      addLead(
        context,
        z.parse(leadForm, {
          name,
          company,
          email: `contact@${host}.example`,
          phone: `02 40 ${10 + Math.floor(roll() * 89)} ${10 + Math.floor(roll() * 89)} ${10 + Math.floor(roll() * 89)}`,
          website: roll() < 0.4 ? `https://${host}.example` : '',
          estimatedAmountCents: euros * 100,
          offerType,
          notes: pick(notes),
        }),
      ),
    )
    // The answer of staff, the next day. Who brings a company that somebody has brought waits, and so does what is new.
    if (!repeats && now.getTime() - at.getTime() > 6 * day) {
      await runAs(admin, later(1), (context) => acceptRegistrations(context, { ids: [id], message: '' }))
    }
    const isSince = (days: number) => at.getTime() + days * day < now.getTime()
    const pace = (profile.revenue * (index + 1)) / (profile.leads * 0.85)
    // One company, one commission: the one who came later is not signed.
    const settled = !repeats && missing > 0 && profile.revenue - missing < pace
    const outcome =
      (['nouveau', 'premier_contact', 'call_effectue', 'signe', 'refuse'] as const)[Math.floor(roll() * 5)] ?? 'nouveau'
    const isFresh = index === profile.leads - 1 && seed % 2 === 1
    const end: LeadStatus =
      settled || isFresh ? 'signe' : outcome === 'signe' && (repeats || isSince(45)) ? 'call_effectue' : outcome
    const way: LeadStatus[] = ['nouveau', 'premier_contact', 'call_effectue', 'signe']
    const path = end === 'refuse' ? (['nouveau', 'premier_contact', 'refuse'] as const) : way.slice(0, way.indexOf(end) + 1)
    for (let step = 1; step < path.length; step += 1) {
      const to = path[step] as LeadStatus
      // Some partners do not say why.
      const reason = index % 3 === 0 ? undefined : lostReasons[index % lostReasons.length]
      const loss = to === 'refuse' && reason ? { reason, note: '' } : undefined
      const move = { from: path[step - 1] as LeadStatus, to, loss }
      // The first step is the answer of staff.
      await runAs(step === 1 ? admin : partner, later(step * 4), (context) => moveLead(context, id, move))
    }
    if (!settled) continue
    missing -= euros
    const commissionId = await runAs(admin, later(30), async ({ tx }) => {
      const row = await tx.selectFrom('commissions').select('id').where('lead_id', '=', id).executeTakeFirstOrThrow()
      return row.id
    })
    const isLast = missing <= 0
    if (!isLast && !isSince(30)) continue
    const recently = new Date(now.getTime() - (seed === forgottenBy ? 36 : seed * 2 + 2) * day)
    const validated = isLast && recently > later(13) ? recently : later(30)
    await runAs(admin, validated, (context) => validateCommission(context, commissionId))
    if (isLast && seed === unclear) {
      const reason = 'La facture du client est contestée ; nous attendons sa réponse.'
      await runAs(admin, later(14), (context) => holdCommission(context, commissionId, { reason }))
    }
    if (isLast && seed === contesting) {
      const message = 'Le devis signé est de 1 000 € de plus : il manque la commission sur cette différence.'
      const { amount_cents } = await runAs(admin, now, ({ tx }) =>
        tx.selectFrom('commissions').select('amount_cents').where('id', '=', commissionId).executeTakeFirstOrThrow(),
      )
      const expectedCents = amount_cents + 20_000
      await runAs(partner, new Date(now.getTime() - 3 * day), (context) =>
        openDispute(context, { commissionId, message, expectedCents }),
      )
    }
    if (index === 0 && seed === answered) {
      const message = 'Le taux devrait être celui de mon palier actuel.'
      const { id: disputeId } = await runAs(partner, later(31), (context) => openDispute(context, { commissionId, message }))
      await runAs(admin, later(33), (context) => replyToDispute(context, disputeId, 'Nous vérifions avec la date de signature.'))
      const decision = 'Le taux est celui du jour de la signature du lead ; le palier suivant n’était pas encore atteint.'
      await runAs(admin, later(34), (context) => decideDispute(context, disputeId, { outcome: 'upheld', message: decision }))
    }
    const paid = later(55)
    const byRun = isPaidByRuns(profile.fullName) && now.getTime() - paid.getTime() < runsSince * day
    if (isLast || !isSince(55) || byRun) continue
    const reference = `VIR ${seed}-${index + 1}`
    await runAs(admin, paid, (context) => payCommission(context, commissionId, { reference }))
    if (seed !== refunded || index !== 1) continue
    const whole = euros * 100
    const taken = {
      revenueCents: Math.round(whole / 400) * 100,
      leftCents: whole,
      reason: 'Le client a réduit sa commande d’un quart.',
    }
    await runAs(admin, later(62), (context) => reverseCommission(context, commissionId, taken))
  }
}
