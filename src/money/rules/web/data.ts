import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { type RuleList, ruleRoutes, type VersionForm } from '../api/rules.ts'
import type { RuleDefinition } from '../domain/definition.ts'

/** As the API reads it: lists that may be changed. */
const sent = (definition: RuleDefinition) => ({ ...definition, bonuses: [...definition.bonuses] })

/** What a rule is for; without it, it is compared for all leads. */
export type RuleScope = Partial<Pick<VersionForm, 'partnerId' | 'offer'>>

export const previewRule = (definition: RuleDefinition, scope: RuleScope) =>
  call(ruleRoutes.previewRule, { body: { definition: sent(definition), ...scope } })

/** What a draft would have paid; null while it cannot be read. */
export const previewQuery = (definition: RuleDefinition | null, scope: RuleScope) =>
  queryOptions({
    queryKey: ['commission-rules', 'preview', { ...scope, definition: definition && JSON.stringify(definition) }],
    queryFn: () => (definition ? previewRule(definition, scope) : null),
    enabled: definition !== null,
    staleTime: 60_000,
  })

/** All rules with their versions, the programme's first. */
export const rulesQuery = queryOptions({
  queryKey: ['commission-rules', 'list'],
  queryFn: () => call(ruleRoutes.listRules, { query: {} }),
})

/** The own terms of a partner. */
export const ownRulesQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ['commission-rules', 'list', partnerId],
    queryFn: () => call(ruleRoutes.listRules, { query: { partnerId } }),
  })

/** Shows what a change answers. What somebody else has published meanwhile is read again. */
async function show(change: Promise<RuleList>): Promise<void> {
  try {
    queryClient.setQueryData(rulesQuery.queryKey, await change)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'commission_rules_changed_meanwhile') {
      await queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey })
    }
    throw error
  }
}

export const publishRule = ({ definition, ...body }: Omit<VersionForm, 'definition'> & { definition: RuleDefinition | null }) =>
  show(call(ruleRoutes.publishRule, { body: { ...body, definition: definition && sent(definition) } }))

export const withdrawRule = (id: string, version: number) => show(call(ruleRoutes.withdrawRule, { params: { id, version } }))

/** Ends what clients' payments go on bringing a partner. */
export const endRecurring = (id: string) =>
  call(ruleRoutes.endRecurring, { params: { id } }).finally(() => queryClient.invalidateQueries({ queryKey: ['partners'] }))
