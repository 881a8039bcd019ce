export const builtServer: string
export const compileCache: string
export const safeForWebAssembly: readonly string[]
export function serverFlags(environment?: { readonly [name: string]: string | undefined }): readonly string[]
export function serverEnvironment(node: string): Record<string, string>
