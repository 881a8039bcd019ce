/** The flags that tools/node24.mjs sets for processes with the embedded database. */
export const embeddedFlags: readonly string[] =
  process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : []

/**
 * V8 compiles the embedded database's WebAssembly once, quickly. The optimizing compiler pays off after minutes on one database;
 * a test's lives for seconds. Server tests take a seventh less processor time, a portal's start a fifth.
 */
export const compilesOnce = '--liftoff-only'

/**
 * For processes that run many test files: room for what each file leaves behind, so that little is collected while tests run, and
 * no optimizing compiler for code that runs for seconds. A twentieth less processor time.
 */
export const testRunnerFlags: readonly string[] = [
  '--initial-heap-size=1024',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--no-turbofan',
]
