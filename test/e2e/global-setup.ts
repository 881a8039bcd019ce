import { buildServer } from '../../tools/bootstrap.mjs'
import { makeWorlds, worldsVariable } from './worlds.ts'

/** Runs once for all browser tests. Worlds that were prepared before are removed by who did. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[worldsVariable]) return
  buildServer(process.execPath)
  return makeWorlds()
}
