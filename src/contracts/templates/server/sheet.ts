import type { FilledBody } from '#contracts/contracts/domain/contract-text.ts'
import type { WrittenLanguage } from '#platform/domain/languages.ts'

/** Complete input of a generated document: the same sheet gives the same bytes. */
export interface Sheet {
  readonly language: WrittenLanguage
  readonly provider: string
  readonly logo: { readonly mime: 'image/png' | 'image/jpeg'; readonly base64: string } | null
  readonly title: string
  readonly body: FilledBody
  /** If true, an unprintable character is an error. */
  readonly complete: boolean
  /** Date in the PDF's metadata, 'YYYY-MM-DD'. */
  readonly day: string
}

export interface Printed {
  readonly pdf: Uint8Array
  /** Characters missing in the font, without duplicates. */
  readonly replaced: readonly string[]
}

/** The worker's result; without a PDF if the sheet must be complete but is not. */
export type PrintAnswer = Printed | { readonly pdf: null; readonly replaced: readonly string[] }
