import { type Role, sideOf } from '#access/domain/actor.ts'
import {
  currentReading,
  type Reading,
  readingIn,
  readingName,
  readingNamed,
  setReadingSource,
} from '#platform/domain/languages.ts'
import { loadAnew } from '../queries/start-anew.ts'

/** Lets the page be read as the server has chosen: it has written the page's texts. */
export function readAsServed(): void {
  const pageReading = readingNamed(document.documentElement.dataset.reading)
  setReadingSource(() => pageReading)
}

/** Whether this page's texts are those of a person; visitors of a page of staff's read another one. */
export function isReadHere(person: { readonly language: Reading['language']; readonly role: Role } | null): boolean {
  if (import.meta.env.DEV) return true
  const shown = currentReading()
  const language = person?.language ?? shown.language
  return readingName(readingIn(language, sideOf(person?.role))) === readingName(shown)
}

const key = 'passerelle.reading'
/** A page that still has the wrong language after so long is left as it is, so that none is loaded for ever. */
const reloadTimeoutMs = 10_000

/** Loads the page anew in the language of whoever is signed in now; false if that was tried just now. */
export function readAnew(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < reloadTimeoutMs) return false
  sessionStorage.setItem(key, String(Date.now()))
  loadAnew()
  return true
}
