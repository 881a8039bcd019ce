import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../queries/query-client.ts'
import { draftPrefix } from './draft-storage.ts'

/** Fields that are never stored. */
const secret = /password|iban|(?<!post)code|token|secret/i

type Values = Readonly<Record<string, unknown>>

function storageKeyOf(name: string): string | null {
  const me = queryClient.getQueryData<{ readonly id: string } | null>(['me'])
  return me ? `${draftPrefix} ${me.id} ${name}` : null
}

function read(storageKey: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Values
  } catch {
    // Storage may be disabled, or contain data of an older version.
    return {}
  }
}

function write(storageKey: string, values: Values): void {
  try {
    if (Object.keys(values).length > 0) sessionStorage.setItem(storageKey, JSON.stringify(values))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage, or if it is full, the draft lives as long as the page.
  }
}

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The fields of `values` that differ from `baseline`. */
function changedIn(values: Values, baseline: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, baseline[name])))
}

/** Stored part of a form: changed fields, without secrets. */
export function draftFields(values: Values, baseline: Values): Values {
  return Object.fromEntries(Object.entries(changedIn(values, baseline)).filter(([name]) => !secret.test(name)))
}

/** Beside the fields of a draft: what they were typed over. */
const baselineKey = ' over'
const pick = (values: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, values[name]]))

/** Drops fields unknown to this version of the form. */
export function restored<V extends Values>(draft: Values, initial: V): V {
  return { ...initial, ...Object.fromEntries(Object.entries(draft).filter(([name]) => name in initial)) }
}

/**
 * Form values stored in this tab for the signed-in person: they survive reload, navigation, an expired session and a locked page.
 * Only changed fields are stored, so that the others show current data. Not stored without a name. With `followsRemote`,
 * `initial` is what is saved now, which others may change: it is taken over where nothing was typed, and a conflict where
 * something was.
 */
export function useDraft<V extends Values>(name: string | null, initial: V, followsRemote = false) {
  const [storageKey] = useState(() => name && storageKeyOf(name))
  const [stored] = useState(() => (storageKey ? read(storageKey) : {}))
  const [baseline, setBaseline] = useState(() => restored((stored[baselineKey] ?? {}) as Values, initial))
  const [values, setValues] = useState<V>(() => restored(stored, initial))
  const latest = useRef(values)
  const set = (next: (before: V) => V) => {
    latest.current = next(latest.current)
    setValues(latest.current)
  }
  useEffect(() => {
    const fields = draftFields(values, baseline)
    const names = Object.keys(fields)
    if (storageKey)
      write(storageKey, followsRemote && names.length > 0 ? { ...fields, [baselineKey]: pick(baseline, names) } : fields)
  }, [storageKey, values, baseline, followsRemote])
  const remoteChanges = followsRemote ? Object.keys(changedIn(initial, baseline)) : []
  const conflicts = remoteChanges.filter((each) => !same(values[each], baseline[each]) && !same(values[each], initial[each]))
  const acknowledge = (names: readonly string[]) => setBaseline((before) => ({ ...before, ...pick(initial, names) }))
  const takeRemoteValues = (names: readonly string[]) => {
    set((before) => ({ ...before, ...pick(initial, names) }))
    acknowledge(names)
  }
  const untouched = remoteChanges.filter((each) => !conflicts.includes(each))
  if (untouched.length > 0) takeRemoteValues(untouched)
  return {
    values,
    set,
    /** Whether there are unsaved changes. */
    dirty: Object.keys(changedIn(values, baseline)).length > 0,
    /** Fields that somebody else has changed while another value was typed there. */
    conflicts,
    keepLocal: () => acknowledge(conflicts),
    takeRemote: () => takeRemoteValues(conflicts),
    /** Makes the current values the baseline, after saving or discarding. */
    markPristine: () => {
      if (storageKey) write(storageKey, {})
      setBaseline(latest.current)
    },
    reset: () => {
      set(() => initial)
      setBaseline(initial)
    },
  }
}

/** Discards a draft from outside its form. */
export function forgetDraft(name: string): void {
  const storageKey = storageKeyOf(name)
  if (storageKey) write(storageKey, {})
}

/** Whether a draft with unsaved changes exists. */
export function hasDraft(name: string): boolean {
  const storageKey = storageKeyOf(name)
  return storageKey !== null && Object.keys(read(storageKey)).length > 0
}

/** Stores data next to a draft; null removes it. */
export function stashInTab(name: string, value: unknown): void {
  const storageKey = storageKeyOf(name)
  if (storageKey) write(storageKey, value === null ? {} : { value })
}

export function takeFromTab(name: string): unknown {
  const storageKey = storageKeyOf(name)
  return (storageKey && read(storageKey).value) ?? null
}
