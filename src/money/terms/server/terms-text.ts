import type { RuleDefinition } from '#money/rules/domain/definition.ts'
import { ruleSummary } from '#money/rules/domain/rule-summary.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import type { TermsChange, TermsSettings, ToldTier } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** A change in words, in the language of whoever reads it. */
export interface TermsText {
  readonly title: string
  readonly lines: readonly string[]
}

/** What each offer is called, by its key. */
export type OfferNames = ReadonlyMap<string, string>

/** '1 janvier 2027' of a day without a time. */
const longDay = (day: string) => mailDay(new Date(day), 'UTC')

export const subjectOf = ({ firstDay }: TermsChange): string => m.termsSubject({ day: longDay(firstDay) })

const ruleText = (rule: RuleDefinition) => ruleSummary(rule).join(', ')

const nameOf = ({ name, names = {} }: ToldTier) => nameIn({ name, names })

export function termsText(change: TermsChange, offerNames: OfferNames): TermsText {
  const day = longDay(change.firstDay)
  const offerName = (key: string) => offerNames.get(key) ?? key
  switch (change.about) {
    case 'rules':
      return {
        title: change.isWithdrawn ? m.ruleStays({ day }) : m.ruleFrom({ day }),
        lines: [
          ...change.rules.flatMap(({ offers, definition, until }) => {
            const rule = ruleText(definition)
            const line = offers ? m.ruleOfOffers({ offers: offers.map(offerName).join(', '), rule }) : m.ruleOfAll({ rule })
            return until ? [line, m.ruleUntilThen({ rule: ruleText(until) })] : [line]
          }),
          ...(change.isWithdrawn ? [] : [m.ruleSignedThen()]),
        ],
      }
    case 'tiers':
      return { title: m.tiersFrom({ day }), lines: tierLines(change) }
    case 'programme':
      return { title: m.programmeFrom({ day }), lines: settingLines(change.settings) }
    case 'offer':
      return { title: m.offerGone({ offer: offerName(change.offer) }), lines: [m.offerGoneText({ day })] }
  }
}

function tierLines({ tiers, from, to }: Extract<TermsChange, { about: 'tiers' }>): string[] {
  if (!to) return [m.noLevels(), m.earlierCommissionsStay()]
  const rate = percentText(to.commissionRate)
  const isSame = from?.name === to.name && from.commissionRate === to.commissionRate
  const moves = from && { from: nameOf(from), fromRate: percentText(from.commissionRate), to: nameOf(to), toRate: rate }
  return [
    moves && !isSame ? m.ownLevelMoves(moves) : m.ownLevelStays({ tier: nameOf(to), rate }),
    ...tiers.map((tier) =>
      m.levelLine({ tier: nameOf(tier), rate: percentText(tier.commissionRate), revenue: formatEuros(tier.minRevenueCents) }),
    ),
    m.earlierCommissionsStay(),
  ]
}

function settingLines(settings: Partial<TermsSettings>): string[] {
  const { registrations, silentAcceptance, protectionMonths, extensionMonths } = settings
  const { commissionBasis, minimumPayoutCents, acceptanceDays, invoiceRequired } = settings
  return [
    registrations !== undefined && (registrations ? m.registrationsOn() : m.registrationsOff()),
    silentAcceptance !== undefined && (silentAcceptance ? m.silenceAccepts() : m.silenceWaits()),
    protectionMonths !== undefined && m.protectionFor({ months: protectionMonths }),
    extensionMonths !== undefined && m.protectionExtension({ months: extensionMonths }),
    commissionBasis !== undefined && (commissionBasis === 'cash' ? m.paymentByClient() : m.paymentBySignature()),
    minimumPayoutCents !== undefined && m.payoutMinimum({ amount: formatEuros(minimumPayoutCents) }),
    acceptanceDays !== undefined && m.statementDays({ days: acceptanceDays }),
    invoiceRequired !== undefined && (invoiceRequired ? m.waitForInvoice() : m.withoutInvoice()),
  ].filter((line) => line !== false)
}
