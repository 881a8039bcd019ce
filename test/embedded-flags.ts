/** The flags that tools/node24.mjs sets for processes with the embedded database. */
export const embeddedFlags: readonly string[] =
  process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : []

/**
 * V8 compiles the embedded database's WebAssembly once, quickly. The optimizing compiler pays off after minutes on one database;
 * a test's lives for seconds. Server tests take a seventh less processor time, a portal's start a fifth.
 */
export const compilesOnce = '--liftoff-only'
