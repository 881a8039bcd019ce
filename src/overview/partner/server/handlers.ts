import { comingCalendar } from '#money/coming/domain/coming.ts'
import { readOwnComing } from '#money/coming/server/queries.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { ownMoneyRoutes } from '../api.ts'
import { readTasks } from './act-facts.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

const ownMoneyHandlers: Handlers<typeof ownMoneyRoutes> = {
  getToDo: async (call) => {
    const tasks = await readTasks(call)
    return {
      tasks: tasks.map((task) => ({ ...task, since: iso(task.since), due: iso(task.due) })),
      dependsCents: tasks.reduce((sum, task) => sum + task.dependsCents, 0),
    }
  },
  getComing: async (call) => {
    const { lines, ...sums } = comingCalendar(await readOwnComing(call))
    return {
      lines: lines.map((line) => ({
        ...line,
        payableBy: iso(line.payableBy),
        since: iso(line.since),
        until: iso(line.until),
      })),
      ...sums,
    }
  },
}

export const ownMoneySlice = slice({ routes: ownMoneyRoutes, handlers: ownMoneyHandlers })
