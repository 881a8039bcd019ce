import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { parseDay } from '#platform/domain/typed-days.ts'
import { type SentTexts, whenRendered, withSent } from './sent-texts.ts'
import type { Sorting } from './sort-header.tsx'

/** The value of a filter that is not set: Mantine's Select has no option with an empty value. */
export const everything = ' '
/** Limit of the API; longer searches match nothing. */
export const maxSearchLength = 200

/** Letters that the index of searched texts needs. Fewer are looked for in every row: they are mostly a word's beginning. */
const minIndexedLength = 3

const searchIn = (params: URLSearchParams) => (params.get('search') ?? '').replaceAll('\0', '').slice(0, maxSearchLength)
/** The parameter if it is a day, such as '2026-03-05'. */
function dayIn(params: URLSearchParams, name: string): string | null {
  const value = params.get(name) ?? ''
  return parseDay(value) === value ? value : null
}

/** The parameters of a period, for pages with a PeriodFilter. */
export const periodNames = ['from', 'to'] as const

const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Search, order and filters of a list, kept in the address: they survive a reload, and links show the same list. */
export function useListAddress(names: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const search = searchIn(params)
  const [typed, setTyped] = useState(search)
  const sent = useRef<SentTexts>([search])
  // Based on the current address: the parameters of the last render may be outdated, and writing them would undo changes.
  const change = (edit: (current: URLSearchParams) => void) =>
    setParams(
      () => {
        const current = new URLSearchParams(window.location.search)
        edit(current)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  const set = (name: string, value: string | null | undefined) =>
    change((current) => {
      if (value && value !== everything) current.set(name, value)
      else current.delete(name)
    })
  const send = (text: string) => {
    soon.cancel()
    later.cancel()
    sent.current = withSent(sent.current, text)
    set('search', text)
  }
  const soon = useDebouncedCallback(send, 200)
  const later = useDebouncedCallback(send, 1000)
  useEffect(() => {
    // A link within the portal can change the search; our own change must not overwrite what has been typed since.
    const rendered = whenRendered(sent.current, search)
    sent.current = rendered.sent
    if (rendered.isForeign) setTyped(search)
  }, [search])
  /** Without the search and all filters, but for what `edit` sets. */
  const changeAll = (edit: (current: URLSearchParams) => void) => {
    soon.cancel()
    later.cancel()
    setTyped('')
    sent.current = withSent(sent.current, '')
    change((current) => {
      for (const name of ['search', ...names]) current.delete(name)
      edit(current)
    })
  }
  const pick = <V extends string>(name: string, allowed: readonly V[]): V | undefined =>
    allowed.find((each) => each === params.get(name))
  const from = dayIn(params, 'from')
  const to = dayIn(params, 'to')
  return {
    search,
    typed,
    type(text: string) {
      setTyped(text)
      const words = text.trim()
      soon.cancel()
      later.cancel()
      if (words.length === 0 || words.length >= minIndexedLength) soon(words)
      else later(words)
    },
    /** Asks for what has been typed without waiting for more. */
    typedAll: () => send(typed.trim()),
    /** The filter's value if it is one of the allowed ones. */
    pick,
    /** The filter's value if it is a record's id. */
    get: (name: string): string | undefined => identifier.exec(params.get(name) ?? '')?.[0],
    /** The filter's unchecked value. */
    written: (name: string): string | undefined => params.get(name) ?? undefined,
    /** The order of a list; `name` is its parameter, for pages with several tables. */
    sorting<Key extends string>({ sorts, usual }: Sorted<Key>, name = 'sort'): Sorting<Order<Key>> {
      const orders = sorts.flatMap((key): Order<Key>[] => [key, `-${key}`])
      return { by: pick(name, orders) ?? usual, onSort: (by) => set(name, by) }
    },
    set,
    /** Days of a PeriodFilter. */
    period: { ...(from ? { from } : {}), ...(to ? { to } : {}) },
    setPeriod: (period: { readonly from?: string; readonly to?: string }) =>
      change((current) => {
        for (const name of periodNames) {
          const value = period[name]
          if (value) current.set(name, value)
          else current.delete(name)
        }
      }),
    filtered: search !== '' || names.some((name) => params.has(name)),
    clear: () => changeAll(() => {}),
    /** Sets a filter in the place of all others and of the search. */
    only: (name: string, value: string) => changeAll((current) => current.set(name, value)),
  }
}
export type ListAddress = ReturnType<typeof useListAddress>

type Order<Key extends string> = Key | `-${Key}`

interface Sorted<Key extends string> {
  readonly sorts: readonly Key[]
  readonly usual: NoInfer<Order<Key>>
}
