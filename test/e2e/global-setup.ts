import { buildServer } from '../../tools/bootstrap.mjs'
import { makeWorlds } from './worlds.ts'

/** Runs once for all browser tests. */
export default function setUp(): Promise<() => Promise<void>> {
  buildServer(process.execPath)
  return makeWorlds()
}
