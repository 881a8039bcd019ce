import { useEffect, useRef, useState } from 'react'
import type { RememberedMapping } from '../api.ts'
import { addressForAll, emptyMapping, type Mapping, mapColumns } from '../domain/mapping.ts'
import { proposeNamed, proposeStage, proposeState } from '../domain/proposals.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { rememberedMapping } from './data.ts'
import { problemText } from './problem-texts.ts'
import { type Choices, UnreadableFile } from './reading/file-content.ts'
import type { FileSummary, ValueCount } from './reading/open-file.ts'
import { Reader } from './reading/reader.ts'

/** What the values leave open, with one of them. */
export interface Questions {
  readonly days?: string
  readonly decimals?: string
  readonly cents?: string
}

export interface ReadState {
  readonly file: File
  readonly summary: FileSummary
  readonly mapping: Mapping
  /** Fields whose columns are only better than nothing. */
  readonly guessed: ReadonlySet<string>
  /** The values of the fields that are the portal's own, each once. */
  readonly values: Readonly<Record<string, readonly ValueCount[]>>
  readonly questions: Questions
  readonly remembered: RememberedMapping | null
}

/** The columns of titles that were mapped before, wherever they stand now. */
function moved({ mapping, titles: before }: RememberedMapping, titles: readonly string[]): Mapping {
  const nth = (all: readonly string[], at: number) => all.slice(0, at).filter((title) => title === all[at]).length
  const place = (column: number) =>
    titles.findIndex((title, at) => title === before[column] && nth(titles, at) === nth(before, column))
  const columns = Object.entries(mapping.columns).map(
    ([target, all]) => [target, all.map(place).filter((at) => at >= 0)] as const,
  )
  return { ...mapping, columns: Object.fromEntries(columns.filter(([, all]) => all.length > 0)) }
}

/** A file of this page: what was read of it, and how its columns become fields. Its rows stay in the worker. */
export function useFile(here: KindHere, ownAddress: string) {
  const [reader] = useState(() => ({ current: null as Reader | null }))
  const [read, setRead] = useState<ReadState | null>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<string>()
  const latest = useRef(here)
  latest.current = here
  useEffect(() => () => reader.current?.stop(), [reader])

  const propose = (target: string, value: string, format: string | null): string | null => {
    const { choices, stages } = latest.current
    if (target === 'status') return proposeStage(value, stages, format)
    if (target === 'state') return proposeState(value, format)
    return proposeNamed(
      value,
      (choices[target] ?? []).map(({ value, label }) => ({ key: value, names: [label] })),
    )
  }

  /** Reads the values of the mapped columns: what they stand for is proposed where nobody has said it. */
  const withValues = async (state: ReadState): Promise<ReadState> => {
    const { choices, kinds } = latest.current
    const worker = reader.current
    if (!worker) return state
    const values: Record<string, readonly ValueCount[]> = {}
    const meant: Record<string, Record<string, string>> = {}
    const columnsOf = (targets: Iterable<string>) => [...targets].flatMap((target) => state.mapping.columns[target] ?? [])
    for (const target of Object.keys(choices)) {
      const columns = state.mapping.columns[target] ?? []
      if (columns.length === 0) continue
      values[target] = await worker.values(columns)
      const said = state.mapping.values[target] ?? {}
      const proposed = values[target].flatMap(({ value }) => {
        const choice = said[value] ?? propose(target, value, state.summary.recognition.format)
        // Beside the stage of a deal, a state that is open says nothing: the stage does.
        const isOpenState = target === 'status' && columns.length > 1 && choice === latest.current.stages[0]?.key
        return choice === null ? [] : [[value, isOpenState && !said[value] ? '' : choice] as const]
      })
      meant[target] = Object.fromEntries(proposed)
    }
    const found = await worker.conventions({ days: columnsOf(kinds.days), amounts: columnsOf(kinds.amounts) })
    const { days, decimals, cents } = found
    return {
      ...state,
      values,
      mapping: {
        ...state.mapping,
        values: { ...state.mapping.values, ...meant },
        days: state.mapping.days ?? (days && 'is' in days ? days.is : null),
        decimals: state.mapping.decimals ?? (decimals && 'is' in decimals ? decimals.is : null),
      },
      questions: {
        ...(days && 'asked' in days ? { days: days.asked } : {}),
        ...(decimals && 'asked' in decimals ? { decimals: decimals.asked } : {}),
        ...(cents && (state.summary.amounts ?? 'asked') === 'asked' ? { cents } : {}),
      },
    }
  }

  const open = async (file: File, choices: Choices = {}) => {
    reader.current?.stop()
    reader.current = new Reader()
    setError(undefined)
    setReading(true)
    try {
      const { kind, known, targets } = latest.current
      const summary = await reader.current.open(file, known, choices)
      const other = recordProblem(here, summary)
      if (other) throw new WrongRecord(other)
      const remembered = await rememberedMapping(kind, summary.titlesHash)
      const { mapped, guessed } = mapColumns(
        kind,
        summary.recognition,
        targets.filter((target) => target.startsWith('fields.')),
      )
      const mapping = remembered
        ? moved(remembered, summary.titles)
        : {
            ...emptyMapping,
            columns: { ...mapped, ...guessed },
            defaults: defaultsFor({ ...mapped, ...guessed }, latest.current, ownAddress),
            isCents: summary.amounts === 'cents',
          }
      const state = { file, summary, mapping, values: {}, questions: {}, remembered }
      setRead(await withValues({ ...state, guessed: new Set(remembered ? [] : Object.keys(guessed)) }))
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return
      setRead(null)
      if (failure instanceof UnreadableFile) setError(problemText(failure.problem))
      else setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setReading(false)
    }
  }

  const change = (changes: Partial<Mapping>) => {
    if (!read) return
    const next = { ...read, mapping: { ...read.mapping, ...changes } }
    setRead(next)
    if (changes.columns) void withValues(next).then(setRead)
  }

  return {
    reader,
    read,
    error,
    isReading,
    open: (file: File, choices?: Choices) => void open(file, choices),
    change,
    forget: () => read && setRead({ ...read, remembered: null }),
    close: () => {
      reader.current?.stop()
      reader.current = null
      setRead(null)
      setReading(false)
      setError(undefined)
    },
  }
}

class WrongRecord extends Error {}

/** A file of something else says where it belongs, or that it comes later. */
function recordProblem({ kind }: KindHere, { record, tool }: FileSummary): string | null {
  if (record === null || tool === '') return null
  if (record === 'commission' || record === 'payout') return m.fileOfMoney({ tool })
  if (kind === 'partners') return record === 'partner' || record === 'person' ? null : m.fileOfLeads({ tool })
  return kind === 'leads' && record === 'partner' ? m.fileOfPartners({ tool }) : null
}

/** What rows hold that have nothing: the only choice there is, no amount, and an address of one's own, marked for each row. */
function defaultsFor(columns: Readonly<Record<string, unknown>>, { kind, choices, required }: KindHere, ownAddress: string) {
  if (kind !== 'leads') return {}
  const lacks = (target: string) => !columns[target] && required.includes(target)
  const [offer, ...others] = choices.offer ?? []
  return {
    ...(lacks('amount') ? { amount: '0' } : {}),
    ...(lacks('offer') && offer && others.length === 0 ? { offer: offer.value } : {}),
    ...(lacks('email') ? { email: addressForAll(ownAddress) } : {}),
  }
}

export type FileHere = ReturnType<typeof useFile>
