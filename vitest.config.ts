import { defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { testRunnerFlags, compilesOnce, embeddedFlags } from './test/embedded-flags.ts'
import { prepareEnvironment } from './test/test-environment.ts'

prepareEnvironment()

/** Short files that take long; the last of a run would leave the other processors without work. */
const slow = [
  'tools/bootstrap.test.ts',
  'test/built-server.test.ts',
  'test/policies.test.ts',
  'src/platform/server/db/crash.test.ts',
  'src/platform/server/db/limits.test.ts',
]

const serverTests = ['src/**/server/**/*.test.ts']

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((path) => moduleId.endsWith(path))
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))]
    })
  }
}

/**
 * Unit tests need no database; server tests say at their head which of this machine's databases they run on. Test files share
 * the processes that they run in: each would take two seconds to load the server, and one more to compile PGlite. Three
 * processes keep two cores busy, since tests wait a third of their time.
 */
export default defineConfig({
  test: {
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: serverTests,
          // Properties of thousands of values, beside the type checks on two cores.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [...serverTests, 'test/*.test.ts', 'test/delivery/*.test.ts'],
          globalSetup: './test/global-setup.ts',
          pool: 'forks',
          execArgv: [...embeddedFlags, compilesOnce, ...testRunnerFlags],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
