import { ownValue } from '#platform/domain/keys.ts'
import type { RememberedMapping } from '../api.ts'
import { addressForAll, emptyMapping, type Mapping, mapColumns } from '../domain/mapping.ts'
import { proposeNamed, proposeStage, proposeState } from '../domain/proposals.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { formats } from './formats.ts'
import type { FileSummary, OpenFile, ValueCount } from './reading/open-file.ts'

/** What the values leave open, with one of them. */
export interface Questions {
  readonly days?: string
  readonly decimals?: string
  readonly cents?: string
}

export interface ReadState {
  readonly fileName: string
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
  // What this file's values tell of days and amounts goes before what another one told.
  return { ...mapping, days: null, decimals: null, columns: Object.fromEntries(columns.filter(([, all]) => all.length > 0)) }
}

/** Whoever has read the file: the worker of the page. */
type Source = {
  readonly [K in 'values' | 'conventions']: (
    ...args: Parameters<OpenFile[K]>
  ) => ReturnType<OpenFile[K]> | Promise<ReturnType<OpenFile[K]>>
}

function propose({ choices, stages }: KindHere, target: string, value: string, format: string | null): string | null {
  if (target === 'status') return proposeStage(value, stages, format, formats)
  if (target === 'state') return proposeState(value, format, formats)
  return proposeNamed(
    value,
    (choices[target] ?? []).map((choice) => ({ key: choice.value, names: [choice.label] })),
  )
}

/** What the values of one field stand for: as it was said, else as is proposed. */
function meantBy(here: KindHere, state: ReadState, target: string, counted: readonly ValueCount[]) {
  const said = state.mapping.values[target] ?? {}
  // Beside the stage of a deal, a state that is open says nothing: the stage does.
  const isBesideStage = target === 'status' && (state.mapping.columns[target]?.length ?? 0) > 1
  return Object.fromEntries(
    counted.flatMap(({ value }) => {
      const choice = ownValue(said, value) ?? propose(here, target, value, state.summary.recognition.format)
      const isOpenState = isBesideStage && ownValue(said, value) === undefined && choice === here.stages[0]?.key
      return choice === null ? [] : [[value, isOpenState ? '' : choice] as const]
    }),
  )
}

/** Reads the values of the mapped columns: what they stand for is proposed where nobody has said it; what is open is asked. */
export async function withValues(state: ReadState, here: KindHere, source: Source): Promise<ReadState> {
  const { choices, kinds } = here
  const values: Record<string, readonly ValueCount[]> = {}
  const columnsOf = (targets: Iterable<string>) => [...targets].flatMap((target) => state.mapping.columns[target] ?? [])
  for (const target of Object.keys(choices)) {
    const columns = columnsOf([target])
    if (columns.length > 0) values[target] = await source.values(columns)
  }
  const { days, decimals, cents } = await source.conventions({ days: columnsOf(kinds.days), amounts: columnsOf(kinds.amounts) })
  const before = state.remembered?.mapping
  const meant = Object.entries(values).map(([target, counted]) => [target, meantBy(here, state, target, counted)] as const)
  return {
    ...state,
    values,
    mapping: {
      ...state.mapping,
      values: { ...state.mapping.values, ...Object.fromEntries(meant) },
      days: state.mapping.days ?? (days && 'is' in days ? days.is : (before?.days ?? null)),
      decimals: state.mapping.decimals ?? (decimals && 'is' in decimals ? decimals.is : (before?.decimals ?? null)),
    },
    questions: {
      ...(days && 'asked' in days ? { days: days.asked } : {}),
      ...(decimals && 'asked' in decimals ? { decimals: decimals.asked } : {}),
      ...(cents && (state.summary.amounts ?? 'asked') === 'asked' ? { cents } : {}),
    },
  }
}

/** What the columns of a file are taken for: as they were mapped the last time, else as they are recognised. */
export function firstMapping(summary: FileSummary, here: KindHere, remembered: RememberedMapping | null, ownAddress: string) {
  if (remembered) return { mapping: moved(remembered, summary.titles), guessed: new Set<string>() }
  const { mapped, guessed } = mapColumns(here.kind, summary.recognition, here.targets)
  const columns = { ...mapped, ...guessed }
  const defaults = defaultsFor(columns, here, ownAddress)
  const mapping = { ...emptyMapping, columns, defaults, isCents: summary.amounts === 'cents' }
  return { mapping, guessed: new Set(Object.keys(guessed)) }
}

/** A file of something else says where it belongs, or that it comes later. */
export function recordProblem({ kind }: KindHere, { record, tool }: FileSummary): string | null {
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
