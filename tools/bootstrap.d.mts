/** Builds the server when its sources changed; `node` is the path of Node 24. */
export function buildServer(node: string): void
/** Builds the server and the pages when their sources changed. */
export function build(node: string): void
/** Installs the packages that are missing. Returns the path of Node 24. */
export function install(options?: { onlyToRun?: boolean }): string
