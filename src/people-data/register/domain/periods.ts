import { type PeriodName, periodNames } from '#access/domain/personal-data.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

const years = (count: number) => Math.ceil(count * 365.25)

/** The periods that are counted in days; the others end by themselves. */
export type CountedPeriod = Exclude<PeriodName, 'refusal' | 'account' | 'days' | 'backup'>

const usual: Readonly<Record<CountedPeriod, number>> = {
  lead: years(3),
  denied: 7,
  refused: 180,
  client: years(3),
  contract: years(5),
  accounting: years(10),
  declaration: years(6),
  bankDetails: 60,
  identityCopy: 30,
  invitation: 30,
  mail: 365,
  log: 365,
  request: years(5),
}
/** What the law asks for, which staff do not shorten. */
const ofLaw: readonly CountedPeriod[] = ['contract', 'accounting', 'declaration']

export const isCounted = (name: PeriodName): name is CountedPeriod => Object.hasOwn(usual, name)
export const countedPeriods = periodNames.filter(isCounted)
export const usualDays = (name: CountedPeriod): number => usual[name]
export const leastDays = (name: CountedPeriod): number => (ofLaw.includes(name) ? usual[name] : 1)

/** What a period is for, when it begins, and what it follows from. */
export const periodTexts: Readonly<Record<PeriodName, { readonly of: string; readonly from: string; readonly ground: string }>> =
  {
    lead: texts({ of: m.periodLead, from: m.fromLead, ground: m.groundCnil }),
    denied: texts({ of: m.periodDenied, from: m.fromAnswer, ground: m.groundMinimal }),
    refused: texts({ of: m.periodRefused, from: m.fromAnswer, ground: m.groundMinimal }),
    client: texts({ of: m.periodClient, from: m.fromClient, ground: m.groundCnil }),
    contract: texts({ of: m.periodContract, from: m.fromEnd, ground: m.groundCivil }),
    accounting: texts({ of: m.periodAccounting, from: m.fromYear, ground: m.groundBooks }),
    declaration: texts({ of: m.periodDeclaration, from: m.fromYear, ground: m.groundTax }),
    bankDetails: texts({ of: m.bankDetails, from: m.fromSettled, ground: m.groundMinimal }),
    identityCopy: texts({ of: m.periodIdentityCopy, from: m.fromVerified, ground: m.groundMinimal }),
    invitation: texts({ of: m.periodInvitation, from: m.fromExpiry, ground: m.groundMinimal }),
    mail: texts({ of: m.periodMail, from: m.fromSent, ground: m.groundMinimal }),
    log: texts({ of: m.periodLog, from: m.fromWritten, ground: m.groundLog }),
    request: texts({ of: m.periodRequest, from: m.fromAnswer, ground: m.groundAccountability }),
    refusal: texts({ of: m.periodRefusal, from: m.untilWithdrawn, ground: m.groundRefusal }),
    account: texts({ of: m.periodAccount, from: m.untilAccountEnds, ground: m.groundMinimal }),
    days: texts({ of: m.periodDays, from: m.withinDays, ground: m.groundMinimal }),
    backup: texts({ of: m.periodBackup, from: m.untilReplaced, ground: m.groundMinimal }),
  }

/** What staff have chosen of a period; longer than usual only with a reason. */
export interface ChosenPeriod {
  readonly days: number
  readonly reason: string
}
export type ChosenPeriods = Readonly<Partial<Record<CountedPeriod, ChosenPeriod>>>

export type PeriodCounts = Readonly<Partial<Record<CountedPeriod, number>>>

/** The days of every counted period, as they are in force. */
export type PeriodDays = Readonly<Record<CountedPeriod, number>>
export function daysInForce(chosen: ChosenPeriods): PeriodDays {
  const days = { ...usual }
  for (const name of countedPeriods) days[name] = chosen[name]?.days ?? usual[name]
  return days
}

/** Whether somebody has confirmed just these periods: what runs by others, of before an upgrade or a change, removes nothing. */
export const isConfirmed = (inForce: PeriodDays, confirmed: Partial<PeriodDays> | null): boolean =>
  confirmed !== null && countedPeriods.every((name) => confirmed[name] === inForce[name])

/** '3 years', '60 days'. */
export const daysText = (days: number): string =>
  days % 365.25 < 1 && days >= 365 ? m.yearsLong({ count: Math.floor(days / 365) }) : m.daysLong({ count: days })
