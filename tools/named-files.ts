const named = /`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|css|sql|md))`/g

/** Files that a text names in backticks by a path or the end of one (`leads/api/leads.ts`), and that do not exist. */
export function missingFiles(markdown: string, files: readonly string[]): string[] {
  const names = [...markdown.matchAll(named)].map(([, name = '']) => name)
  return names.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
}
