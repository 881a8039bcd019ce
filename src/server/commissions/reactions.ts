import { payableAt } from '#domain/commissions.ts'
import { formatEurosExact, formatPercent } from '#domain/money.ts'
import type { EventRecord, ReactionContext, Reactions } from '../activity/event-record.ts'
import type { Tx } from '../db/database.ts'
import { frenchDay } from '../mail/french-dates.ts'
import type { Letter } from '../mail/letter.ts'
import { receiverOf } from '../notifications/queries.ts'
import { allTiers } from '../tiers/queries.ts'

/** Mail about money: exact amounts, how they come about and when they are paid. */
export const commissionReactions: Reactions = {
  'commission.validated': async (event, context) => [
    ...(await validatedLetter(event, context)),
    ...(await tierLetter(event, context)),
  ],
  'commission.paid': paidLetter,
}

function commissionOf(tx: Tx, id: string | null) {
  return tx
    .selectFrom('commissions as c')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .selectAll('c')
    .select('l.company')
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
}
type Commission = Awaited<ReturnType<typeof commissionOf>>

/** 'Boulangerie Bernard : 12 000,00 € × 15 % (Bronze) = 1 800,00 €.' */
function explained(row: Commission): string {
  const { company, description, revenue_cents, commission_rate, tier_name, amount_cents } = row
  const rate = formatPercent(Number(commission_rate))
  const sum = `${formatEurosExact(revenue_cents)} × ${rate} % (${tier_name}) = ${formatEurosExact(amount_cents)}`
  return `${company ?? description} : ${sum}.`
}

async function validatedLetter(event: EventRecord, { tx, config, settings }: ReactionContext): Promise<Letter[]> {
  const row = await commissionOf(tx, event.subjectId)
  if (!row.validated_at) throw new Error(`commission ${row.id} was validated and has no date`)
  const to = await receiverOf(tx, row.partner_id)
  const amount = formatEurosExact(row.amount_cents)
  const details = await tx
    .selectFrom('payment_infos')
    .select('iban_checks_out')
    .where('partner_id', '=', row.partner_id)
    .executeTakeFirst()
  const missing = details
    ? 'Votre IBAN semble comporter une erreur : vérifiez vos coordonnées bancaires pour être payé.'
    : 'Vos coordonnées bancaires manquent encore : enregistrez-les pour être payé.'
  const ready = details?.iban_checks_out === true
  return [
    {
      kind: 'commission_validated',
      to,
      subject: `Votre commission de ${amount} est validée`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} a validé votre commission de ${amount}.`,
        explained(row),
        `Elle est payable au plus tard le ${frenchDay(payableAt(row.validated_at))}.`,
        ...(ready ? [] : [missing]),
      ],
      button: ready
        ? { label: 'Voir mes commissions', url: `${config.publicUrl}/dashboard/commissions` }
        : { label: 'Mes coordonnées bancaires', url: `${config.publicUrl}/dashboard/payment-info` },
    },
  ]
}

/** Goes with the one validation that changed the tier. A tier that was renamed or removed meanwhile is not announced. */
async function tierLetter(event: EventRecord, { tx, config, settings }: ReactionContext): Promise<Letter[]> {
  const { tierName } = event.after
  if (!event.partnerId || event.before.tierName === tierName) return []
  const tier = (await allTiers(tx)).find((each) => each.name === tierName)
  if (!tier) return []
  const to = await receiverOf(tx, event.partnerId)
  return [
    {
      kind: 'tier_reached',
      to,
      subject: `Félicitations, vous êtes ${tier.name}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `Vos affaires validées vous ont fait passer de ${String(event.before.tierName)} à ${tier.name} chez ${settings.providerName}.`,
        `Vos prochaines commissions sont calculées au taux de ${formatPercent(tier.commissionRate)} %.`,
      ],
      button: { label: 'Voir mon statut', url: `${config.publicUrl}/dashboard/status` },
    },
  ]
}

async function paidLetter(event: EventRecord, { tx, config, settings }: ReactionContext): Promise<Letter[]> {
  const row = await commissionOf(tx, event.subjectId)
  if (!row.paid_at) throw new Error(`commission ${row.id} was paid and has no date`)
  const to = await receiverOf(tx, row.partner_id)
  const amount = formatEurosExact(row.amount_cents)
  return [
    {
      kind: 'commission_paid',
      to,
      subject: `Votre commission de ${amount} est payée`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} vous a payé une commission de ${amount} le ${frenchDay(row.paid_at)}.`,
        explained(row),
      ],
      button: { label: 'Voir mes commissions', url: `${config.publicUrl}/dashboard/commissions` },
    },
  ]
}
