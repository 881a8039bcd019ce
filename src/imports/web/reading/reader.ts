import type { Mapping, TargetKinds } from '../../domain/mapping.ts'
import { type Choices, type FileProblem, UnreadableFile } from './file-content.ts'
import type { FileSummary, Known, MappedRow, OpenFile, ValueCount } from './open-file.ts'

interface Mapped {
  readonly mapping: Mapping
  readonly targets: readonly string[]
  readonly kinds: TargetKinds
}
interface RowsWanted extends Mapped {
  readonly from: number
  readonly to: number
}
type ConventionColumns = Parameters<OpenFile['conventions']>[0]

export type Question = { readonly ask: number } & (
  | { readonly open: Blob; readonly known: Known; readonly choices: Choices }
  | { readonly values: readonly number[] }
  | { readonly conventions: ConventionColumns }
  | { readonly count: Mapped }
  | { readonly rows: RowsWanted }
)
export interface Answer {
  readonly ask: number
  readonly value?: unknown
  readonly problem?: FileProblem
  readonly failure?: string
}

/** Nobody waits for the file any more. */
export class Stopped extends Error {}

/** A worker of this page that reads a file and keeps it; `stop` ends it at once, whatever it does. */
export class Reader {
  readonly #worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>()
  #asked = 0

  constructor() {
    this.#worker.onmessage = ({ data: { ask, value, problem, failure } }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(ask)
      this.#waiting.delete(ask)
      if (problem) waiting?.reject(new UnreadableFile(problem))
      else if (failure) waiting?.reject(new Error(failure))
      else waiting?.resolve(value as never)
    }
    this.#worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message))
      this.#waiting.clear()
    }
  }

  open = (file: Blob, known: Known, choices: Choices) => this.#ask<FileSummary>({ open: file, known, choices })
  values = (columns: readonly number[]) => this.#ask<ValueCount[]>({ values: columns })
  conventions = (columns: ConventionColumns) => this.#ask<ReturnType<OpenFile['conventions']>>({ conventions: columns })
  count = (mapped: Mapped) => this.#ask<number>({ count: mapped })
  rows = (wanted: RowsWanted) => this.#ask<MappedRow[]>({ rows: wanted })

  stop(): void {
    this.#worker.terminate()
    for (const { reject } of this.#waiting.values()) reject(new Stopped())
    this.#waiting.clear()
  }

  #ask<T>(question: DistributiveOmit<Question, 'ask'>): Promise<T> {
    this.#asked += 1
    const waiting = Promise.withResolvers<never>()
    this.#waiting.set(this.#asked, waiting)
    this.#worker.postMessage({ ask: this.#asked, ...question })
    return waiting.promise
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
