import { test as base } from '@playwright/test'
import { findPostgres, startPostgres } from '../postgres.ts'
import { PortalProcess } from '../running-portal.ts'
import { startPortalIn } from './worlds.ts'

interface TestFixtures {
  /** A portal without an administrator, of this test alone: embedded, or on PostgreSQL, as the project says. */
  readonly portal: PortalProcess
  readonly contextsClosed: undefined
}

interface WorkerFixtures {
  /** The sample world, shared by every test that changes nothing in it. */
  readonly sampleWorld: PortalProcess
}

async function startOnPostgres(bin: string) {
  const postgres = await startPostgres(bin)
  const { url } = await postgres.newDatabase()
  const portal = new PortalProcess({ DATABASE_URL: url })
  const remove = async () => {
    await portal.remove()
    await postgres.stop()
  }
  try {
    await portal.start()
    return { portal, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants the pattern
  portal: async ({}, use, info) => {
    const bin = info.project.name === 'postgres' ? findPostgres() : null
    if (bin) {
      const { portal, remove } = await startOnPostgres(bin)
      await use(portal)
      await remove()
    } else {
      const portal = await startPortalIn('empty')
      await use(portal)
      await portal.remove()
    }
  },

  sampleWorld: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants the pattern
    async ({}, use) => {
      const portal = await startPortalIn('sample')
      await use(portal)
      await portal.remove()
    },
    { scope: 'worker' },
  ],

  // Pages that a test leaves open would go on polling, and reconnecting to a portal that is gone.
  contextsClosed: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
