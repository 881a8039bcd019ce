import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../queries/query-client.ts'
import { draftPrefix } from './draft-storage.ts'

/** Fields that are never stored. */
const secret = /password|iban|(?<!post)code|token|secret/i

type Values = Readonly<Record<string, unknown>>

function placeOf(name: string): string | null {
  const me = queryClient.getQueryData<{ readonly id: string } | null>(['me'])
  return me ? `${draftPrefix} ${me.id} ${name}` : null
}

function read(place: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}') as Values
  } catch {
    // Storage may be disabled, or contain data of an older version.
    return {}
  }
}

function write(place: string, values: Values): void {
  try {
    if (Object.keys(values).length > 0) sessionStorage.setItem(place, JSON.stringify(values))
    else sessionStorage.removeItem(place)
  } catch {
    // Without storage, or if it is full, the draft lives as long as the page.
  }
}

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The fields of `values` that differ from `first`. */
function changedIn(values: Values, first: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, first[name])))
}

/** Stored part of a form: changed fields, without secrets. */
export function draftFields(values: Values, first: Values): Values {
  return Object.fromEntries(Object.entries(changedIn(values, first)).filter(([name]) => !secret.test(name)))
}

/** Beside the fields of a draft: what they were typed over. */
const over = ' over'
const pick = (values: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, values[name]]))

/** Drops fields unknown to this version of the form. */
export function restored<V extends Values>(draft: Values, initial: V): V {
  return { ...initial, ...Object.fromEntries(Object.entries(draft).filter(([name]) => name in initial)) }
}

/**
 * Form values stored in this tab for the signed-in person: they survive reload, navigation, an expired session and a locked page.
 * Only changed fields are stored, so that the others show current data. Not stored without a name. With `follows`, `initial` is
 * what is saved now, which others may change: it is taken over where nothing was typed, and a conflict where something was.
 */
export function useDraft<V extends Values>(name: string | null, initial: V, follows = false) {
  const [place] = useState(() => name && placeOf(name))
  const [kept] = useState(() => (place ? read(place) : {}))
  const [first, setFirst] = useState(() => restored((kept[over] ?? {}) as Values, initial))
  const [values, setValues] = useState<V>(() => restored(kept, initial))
  const latest = useRef(values)
  const set = (next: (before: V) => V) => {
    latest.current = next(latest.current)
    setValues(latest.current)
  }
  useEffect(() => {
    const fields = draftFields(values, first)
    const names = Object.keys(fields)
    if (place) write(place, follows && names.length > 0 ? { ...fields, [over]: pick(first, names) } : fields)
  }, [place, values, first, follows])
  const theirs = follows ? Object.keys(changedIn(initial, first)) : []
  const conflicts = theirs.filter((each) => !same(values[each], first[each]) && !same(values[each], initial[each]))
  const see = (names: readonly string[]) => setFirst((before) => ({ ...before, ...pick(initial, names) }))
  const take = (names: readonly string[]) => {
    set((before) => ({ ...before, ...pick(initial, names) }))
    see(names)
  }
  const untouched = theirs.filter((each) => !conflicts.includes(each))
  if (untouched.length > 0) take(untouched)
  return {
    values,
    set,
    /** Whether there are unsaved changes. */
    filled: Object.keys(changedIn(values, first)).length > 0,
    /** Fields that somebody else has changed while another value was typed there. */
    conflicts,
    keepMine: () => see(conflicts),
    takeTheirs: () => take(conflicts),
    /** Makes the current values the baseline, after saving or discarding. */
    settle: () => {
      if (place) write(place, {})
      setFirst(latest.current)
    },
    reset: () => {
      set(() => initial)
      setFirst(initial)
    },
  }
}

/** Discards a draft from outside its form. */
export function forgetDraft(name: string): void {
  const place = placeOf(name)
  if (place) write(place, {})
}

/** Whether a draft with unsaved changes exists. */
export function hasDraft(name: string): boolean {
  const place = placeOf(name)
  return place !== null && Object.keys(read(place)).length > 0
}

/** Stores data next to a draft; null removes it. */
export function stashInTab(name: string, value: unknown): void {
  const place = placeOf(name)
  if (place) write(place, value === null ? {} : { value })
}

export function takeFromTab(name: string): unknown {
  const place = placeOf(name)
  return (place && read(place).value) ?? null
}
