import { personOf } from '#access/server/acting.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { forYouRoutes } from '../api.ts'
import { readTasks } from './read-tasks.ts'

const forYouHandlers: Handlers<typeof forYouRoutes> = {
  getTasks: async (call) => {
    const { tx, now, actor } = call
    const rights = actor.kind === 'admin' ? actor.rights : []
    const { userId } = personOf(call)
    return { tasks: await readTasks(tx, { userId, now, rights, leadsTeam: rights.includes('team') }) }
  },
}

export const forYouSlice = slice({ routes: forYouRoutes, handlers: forYouHandlers })
