/** The option that tools/node24.mjs gives a process with the embedded database, for those that the tests start. */
export const embeddedFlags: readonly string[] =
  process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : []
