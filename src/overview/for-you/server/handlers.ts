import type { FastifyInstance } from 'fastify'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { personOf } from '#platform/server/transaction.ts'
import { forYouRoutes } from '../api.ts'
import { readTasks } from './read-tasks.ts'

export const forYouHandlers: Handlers<typeof forYouRoutes> = {
  getTasks: async (call) => {
    const { tx, now, actor } = call
    const rights = actor.kind === 'admin' ? actor.rights : []
    const { userId } = personOf(call)
    return { tasks: await readTasks(tx, { userId, now, rights, leadsTeam: rights.includes('team') }) }
  },
}

export function registerForYou(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, forYouRoutes, forYouHandlers)
}
