import type { FastifyInstance } from 'fastify'
import { systemRoutes } from '#api/system.ts'
import { bind } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { systemState } from './queries.ts'

export function registerSystem(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, systemRoutes, { getSystem: () => systemState(portal) })
}
