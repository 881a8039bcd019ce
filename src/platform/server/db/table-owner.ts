import type { Database } from './database.ts'
import type { OwnerRun } from './driver.ts'

/** One transaction as the owner of the tables, for what no role of the portal may do. */
export function asTableOwner<T>(database: Pick<Database, 'asOwner'>, work: (run: OwnerRun) => Promise<T>): Promise<T> {
  return database.asOwner(async (run) => {
    await run('begin; set local role passerelle_owner')
    try {
      const result = await work(run)
      await run('commit')
      return result
    } catch (error) {
      await run('rollback')
      throw error
    }
  })
}
