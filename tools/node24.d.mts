export const builtServer: string
export const serverFlags: readonly string[]
export function serverEnvironment(node: string): Record<string, string>
