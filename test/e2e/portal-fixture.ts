import { test as base, type WorkerFixture } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { slowDown } from './slowdown.ts'
import { startPortalIn, type World } from './worlds.ts'

interface TestFixtures {
  /** A portal without an administrator for this test only. */
  readonly portal: PortalProcess
  /** Contexts of the browser are slowed down where the run asks for it, and closed after the test. */
  readonly contextsOfTest: undefined
}

/** On the database that the project is named after. */
interface WorkerFixtures {
  /** The sample world, shared by all tests that only read. */
  readonly sampleWorld: PortalProcess
  /** A sample world that tests change, each at its own records; what others build on is put back. */
  readonly changedWorld: PortalProcess
  /** A portal for tests that invite the people they need. It has no administrator before the first of them. */
  readonly emptyWorld: PortalProcess
}

const kindOf = ({ project }: { readonly project: { readonly name: string } }) =>
  project.name === 'pglite' ? 'pglite' : 'postgres'

/** A fixture: one portal per worker, which starts with the first test that asks for it. */
function sharedPortalIn(world: World): [WorkerFixture<PortalProcess, object>, { scope: 'worker' }] {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants the pattern
    async ({}, use, info) => {
      const portal = await startPortalIn(world, kindOf(info))
      await use(portal)
      await portal.remove()
    },
    { scope: 'worker' },
  ]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants the pattern
  portal: async ({}, use, info) => {
    const portal = await startPortalIn('empty', kindOf(info))
    await use(portal)
    await portal.remove()
  },

  sampleWorld: sharedPortalIn('sample'),
  changedWorld: sharedPortalIn('sample'),
  emptyWorld: sharedPortalIn('empty'),

  contextsOfTest: [
    async ({ browser }, use) => {
      browser.on('context', slowDown)
      await use(undefined)
      browser.off('context', slowDown)
      // Open pages would keep polling and reconnecting to a stopped portal.
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
