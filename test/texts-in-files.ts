import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files below a folder that hold a text, as UTF-8. */
export function filesWith(folder: string, text: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))
}
