import type { Format } from '../domain/formats.ts'

const files = import.meta.glob<Format>('../domain/formats/*.json', { eager: true, import: 'default' })

/** Every format, by the name of its file. */
export const formats: ReadonlyMap<string, Format> = new Map(
  Object.entries(files).map(([path, format]) => [path.replace(/^.*\/|\.json$/g, ''), format]),
)
