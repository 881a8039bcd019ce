import { m } from '#access/messages/messages.ts'
import { texts } from '#platform/domain/languages.ts'
import type { Ability } from './abilities.ts'

/** Who in a partner's company may do something, for a colleague whose role does not include it. */
export const missingAbilityMessages: Readonly<Record<Ability, string>> = texts({
  leads: m.lacksLeads,
  all_leads: m.lacksAllLeads,
  own_money: m.lacksOwnMoney,
  money: m.lacksMoney,
  bank: m.lacksBank,
  documents: m.lacksDocuments,
  contracts: m.lacksContracts,
  sign: m.lacksSign,
  team: m.lacksTeam,
  company: m.lacksCompany,
})
