import type { FastifyInstance } from 'fastify'
import { bind } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { systemRoutes } from '../api.ts'
import { systemState } from './queries.ts'

export function registerSystem(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, systemRoutes, { getSystem: () => systemState(portal) })
}
