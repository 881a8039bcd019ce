/** Builds the server when its sources changed; `node` is the path of Node 24. */
export function buildServer(node: string): void
