import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** A filter's value of a single space means all. */
export const everything = ' '

/** The search, sort and filters of a list stand in the address: they survive a reload, and a link shows the same list. */
export function useListAddress(names: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  const set = (name: string, value: string | null | undefined) =>
    setParams(
      (before) => {
        if (value && value !== everything) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  const send = useDebouncedCallback((text: string) => {
    sent.current = text
    set('search', text)
  }, 200)
  useEffect(() => {
    // A link to this page may change the search from outside, but an answer to what was typed must not undo later keys.
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])
  return {
    search,
    typed,
    type(text: string) {
      setTyped(text)
      send(text.trim())
    },
    /** The filter's value, when it is one of those that it may have. */
    pick: <V extends string>(name: string, allowed: readonly V[]): V | undefined =>
      allowed.find((each) => each === params.get(name)),
    get: (name: string) => params.get(name) ?? undefined,
    set,
    filtered: search !== '' || names.some((name) => params.has(name)),
    clear() {
      setTyped('')
      sent.current = ''
      setParams(
        (before) => {
          for (const name of ['search', ...names]) before.delete(name)
          return before
        },
        { replace: true, preventScrollReset: true },
      )
    },
  }
}
export type ListAddress = ReturnType<typeof useListAddress>
