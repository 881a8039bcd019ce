import { call } from '#platform/web/app/requests/api.ts'
import { ruleRoutes } from '../api/rules.ts'
import type { RuleDefinition } from '../domain/definition.ts'

export const previewRule = (definition: RuleDefinition) =>
  call(ruleRoutes.previewRule, { body: { definition: { ...definition, bonuses: [...definition.bonuses] } } })
