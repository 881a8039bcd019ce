import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtServer, PortalProcess } from '../running-portal.ts'

/** `empty`: a portal started once, without an administrator; `sample`: one with the sample world. */
export type World = 'empty' | 'sample'

const folderVariable = 'PASSERELLE_TEST_WORLDS'

/** Creates the data directories that portals of this run copy, in parallel. Returns their removal. */
export async function makeWorlds(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-worlds-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await Promise.all([makeWorld(join(folder, 'empty'), []), makeWorld(join(folder, 'sample'), ['--demo'])])
  } catch (error) {
    remove()
    throw error
  }
  process.env[folderVariable] = folder
  return remove
}

async function makeWorld(folder: string, args: readonly string[]): Promise<void> {
  const portal = new PortalProcess({}, args, undefined, builtServer)
  try {
    await portal.start()
    await portal.stop()
    cpSync(portal.dataDir, folder, { recursive: true })
  } finally {
    await portal.remove()
  }
}

/** Starts a portal on a copy of a world. */
export async function startPortalIn(world: World): Promise<PortalProcess> {
  const folder = process.env[folderVariable]
  if (!folder) throw new Error(`${folderVariable} is not set: the global set-up makes the worlds`)
  const portal = new PortalProcess({}, [], join(folder, world), builtServer)
  try {
    await portal.start()
    return portal
  } catch (error) {
    await portal.remove()
    throw error
  }
}
