import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { Right, StaffRole } from './staff-rights.ts'

/** What each right opens, in one line. */
export const rightExplanations: Readonly<Record<Right, string>> = texts({
  partners: m.rightPartnersHint,
  contracts: m.rightContractsHint,
  leads: m.rightLeadsHint,
  money: m.rightMoneyHint,
  bank_details: m.rightBankDetailsHint,
  resources: m.rightResourcesHint,
  announcements: m.rightAnnouncementsHint,
  programme: m.rightProgrammeHint,
  team: m.rightTeamHint,
  people: m.rightPeopleHint,
})

export const staffRoleExplanations: Readonly<Record<StaffRole, string>> = texts({
  administrator: m.administratorHint,
  partner_manager: m.partnerManagerHint,
  finance: m.financeHint,
  viewer: m.viewerHint,
})
