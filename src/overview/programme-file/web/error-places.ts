import type { FieldError } from '#platform/domain/refusal.ts'
import { programmeSections } from '../domain/programme-sections.ts'
import { m } from '../messages/messages.ts'

/** What stands at a path in something that was read from a file. */
const at = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[step] : undefined

/** What an entry of the file is called there: its name, or else its key, what it is for, or its place. */
function nameOf(entry: unknown, place: number): string {
  const names = ['name', 'key', 'offer'].map((step) => at(entry, step))
  const name = names.find((each): each is string => typeof each === 'string' && each !== '')
  return name ?? String(place)
}

/**
 * Where in a programme's file an error is, in the words of the page: 'Commission rules › audit › rate'. The path is that of the
 * request, which has the file in it; empty for an error of the file as a whole.
 */
export function errorPlace(path: string, file: unknown): string {
  const [, section = '', index = '', ...rest] = path.split('.')
  const named = programmeSections.find((each) => each === section)
  if (!named) return section
  const entry = index === '' ? [] : [nameOf(at(at(file, section), index), Number(index) + 1)]
  return [m.sectionNamed({ section: named }), ...entry, ...rest.filter((step) => step !== 'definition')].join(' › ')
}

/** The errors of a file with their places, each once. */
export function errorsOf(errors: readonly FieldError[], file: unknown): { readonly place: string; readonly message: string }[] {
  const placed = errors.map(({ path, message }) => ({ place: errorPlace(path, file), message }))
  return [...new Map(placed.map((error) => [`${error.place} ${error.message}`, error])).values()]
}
