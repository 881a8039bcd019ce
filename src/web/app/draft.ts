import { useEffect, useRef, useState } from 'react'
import { draftPrefix } from './draft-storage.ts'
import { queryClient } from './query-client.ts'

/** Whatever a form's field of such a name holds is never kept. */
const secret = /password|iban|code|token|secret/i

type Values = Readonly<Record<string, unknown>>

function placeOf(name: string): string | null {
  const me = queryClient.getQueryData<{ readonly id: string } | null>(['me'])
  return me ? `${draftPrefix} ${me.id} ${name}` : null
}

function read(place: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}') as Values
  } catch {
    // The storage may be switched off, or hold what an older page wrote.
    return {}
  }
}

function write(place: string, values: Values): void {
  try {
    if (Object.keys(values).length > 0) sessionStorage.setItem(place, JSON.stringify(values))
    else sessionStorage.removeItem(place)
  } catch {
    // Without a storage, or with a full one, what was typed lasts as long as the page.
  }
}

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The fields of `values` that are not as in `first`. */
function changedIn(values: Values, first: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, first[name])))
}

/** What is kept of a form: the fields that were changed, but for those that hold something secret. */
export function keptOf(values: Values, first: Values): Values {
  return Object.fromEntries(Object.entries(changedIn(values, first)).filter(([name]) => !secret.test(name)))
}

/** A page of another version may have kept fields that this form does not have. */
export function restored<V extends Values>(kept: Values, initial: V): V {
  return { ...initial, ...Object.fromEntries(Object.entries(kept).filter(([name]) => name in initial)) }
}

/**
 * What is typed in a form, kept in this tab for the person who typed it: it survives a reload, the way back, a session that
 * ended and a page that was locked. Only fields that were changed are kept, so that the others show what is saved by then.
 * Without a name nothing is kept.
 */
export function useDraft<V extends Values>(name: string | null, initial: V) {
  const [place] = useState(() => name && placeOf(name))
  const [first, setFirst] = useState(initial)
  const [values, setValues] = useState<V>(() => (place ? restored(read(place), initial) : initial))
  const latest = useRef(values)
  const set = (next: (before: V) => V) => {
    latest.current = next(latest.current)
    setValues(latest.current)
  }
  useEffect(() => {
    if (place) write(place, keptOf(values, first))
  }, [place, values, first])
  return {
    values,
    set,
    /** Something is typed that is not saved. */
    filled: Object.keys(changedIn(values, first)).length > 0,
    /** What is there now was saved, or given up: it is where the form stands from here on. */
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

/** A form was closed on purpose by something that does not hold its draft. */
export function forgetDraft(name: string): void {
  const place = placeOf(name)
  if (place) write(place, {})
}

/** Whether something is typed under this name that is not saved. */
export function hasDraft(name: string): boolean {
  const place = placeOf(name)
  return place !== null && Object.keys(read(place)).length > 0
}

/** Keeps what belongs to a draft without being typed; null keeps nothing. */
export function keepAside(name: string, value: unknown): void {
  const place = placeOf(name)
  if (place) write(place, value === null ? {} : { value })
}

export function takeAside(name: string): unknown {
  const place = placeOf(name)
  return (place && read(place).value) ?? null
}
