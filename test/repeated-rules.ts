import { leadRoutes } from '#leads/leads/api/leads.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { ruleOf } from './rule-world.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** Changes of commission rules: of the programme in a far future, and of an offer that a lead was signed under. */
export function ruleRequests(
  staff: () => Client,
  partner: () => Client,
  today: () => string,
): Readonly<Record<string, () => Promise<SentRequest>>> {
  const far = { partnerId: null, offer: null, validFrom: '2126-01-01', definition: ruleOf({ rate: { percent: 7 } }) }
  const versions = async () => (await staff().call(ruleRoutes.listRules, { query: {} })).rules[0]
  const after = async () => (await versions())?.versions[0]?.version ?? 0
  return {
    publishRule: async () => [staff(), { body: { ...far, after: await after() } }],
    withdrawRule: async () => {
      const { rules } = await staff().call(ruleRoutes.publishRule, { body: { ...far, after: await after() } })
      const [rule] = rules
      return [staff(), { params: { id: rule?.id ?? '', version: rule?.versions[0]?.version ?? 0 } }]
    },
    // Nobody has access as this partner: an invitation that was withdrawn.
    endRecurring: async () => {
      const body = { email: 'parti@exemple.fr', fullName: 'Luc Parti' }
      const { id } = await staff().call(partnerRoutes.invite, { body })
      await staff().call(partnerRoutes.withdrawInvitation, { params: { id }, query: {} })
      return [staff(), { params: { id } }]
    },
    clientLeft: async () => {
      const definition = ruleOf({ rate: { percent: 7 }, reduction: { months: 12 } })
      const own = { partnerId: null, offer: 'custom', validFrom: today(), definition, after: 0 }
      await staff().call(ruleRoutes.publishRule, { body: own })
      const lead = { name: 'Léa', company: 'Départ SARL', email: 'lea@depart.fr', offerType: 'custom' as const }
      const { id } = await partner().call(leadRoutes.addLead, { body: { ...lead, estimatedAmountCents: 100_000 } })
      await partner().call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
      return [staff(), { params: { id }, body: { day: today(), reason: 'Client parti' } }]
    },
  }
}
