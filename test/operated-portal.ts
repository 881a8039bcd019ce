import { buildServer } from '../tools/bootstrap.mjs'
import { serverEnvironment, serverFlags } from '../tools/node24.mjs'
import { copyEmbedded } from './databases.ts'
import { builtServer, PortalProcess } from './running-portal.ts'

/** What `npm start` runs: the server in one file, with its packages and flags. */
export function asOperated(args: readonly string[], env: Record<string, string> = {}): PortalProcess {
  const all = { ...serverEnvironment(process.execPath), LOG_LEVEL: 'warn', ...env }
  const operated = new PortalProcess(all, args, undefined, builtServer)
  operated.flags = serverFlags(all)
  return operated
}

/** The sample world, built and not yet started, in a copy of the embedded database. */
export function operatedDemo(): PortalProcess {
  buildServer(process.execPath)
  const portal = asOperated(['--demo'])
  // What is unpacked from a release starts without a database (test/delivery/release.test.ts).
  copyEmbedded(portal.dataDir)
  return portal
}
