// Prepares the worlds of browser tests, and unpacks their browser, while other tests leave a processor idle now and then. Sends
// its parent the environment variable that tells browser tests of the worlds, and removes them when the parent disconnects.
import { constants, setPriority } from 'node:os'
import { buildServer } from '../../tools/bootstrap.mjs'
import { findBrowser } from '../browser.ts'
import { prepareEnvironment } from '../test-environment.ts'
import { makeWorlds, worldsVariable } from '../e2e/worlds.ts'

prepareEnvironment()
const released = new Promise((resolve) => process.once('disconnect', resolve))
buildServer(process.execPath)
// The server of the databases keeps its priority: the browser tests use it.
const remove = await makeWorlds(() => setPriority(constants.priority.PRIORITY_BELOW_NORMAL))
await findBrowser()
process.send?.({ [worldsVariable]: process.env[worldsVariable] })
await released
await remove()
