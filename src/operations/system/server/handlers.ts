import type { FastifyInstance } from 'fastify'
import { systemRoutes } from '../api.ts'
import { bind } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { systemState } from './queries.ts'

export function registerSystem(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, systemRoutes, { getSystem: () => systemState(portal) })
}
