import type { FilledBody } from '#domain/templates.ts'

/** Everything that a generated document is made of: the same sheet gives the same bytes. */
export interface Sheet {
  readonly provider: string
  readonly logo: { readonly mime: 'image/png' | 'image/jpeg'; readonly base64: string } | null
  readonly title: string
  readonly body: FilledBody
  /** Nothing is made when a character cannot be printed. */
  readonly complete: boolean
  /** The document's date inside the file, 'YYYY-MM-DD'. */
  readonly day: string
}

export interface Printed {
  readonly pdf: Uint8Array
  /** Characters that the font does not have, each once. */
  readonly replaced: readonly string[]
}

/** What the worker answers: no PDF when it had to be complete and would not be. */
export type PrintAnswer = Printed | { readonly pdf: null; readonly replaced: readonly string[] }
