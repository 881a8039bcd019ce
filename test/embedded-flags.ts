/** The flags that tools/node24.mjs sets for processes with the embedded database. */
export const embeddedFlags: readonly string[] =
  process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : []
