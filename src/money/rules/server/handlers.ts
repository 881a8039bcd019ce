import type { FastifyInstance } from 'fastify'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { ruleRoutes } from '../api/rules.ts'
import { previewRule } from './preview.ts'

export const ruleHandlers: Handlers<typeof ruleRoutes> = {
  previewRule: (call) => previewRule(call, call.body.definition),
}

export function registerRules(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, ruleRoutes, ruleHandlers)
}
