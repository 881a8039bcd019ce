import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** A filter's value of a single space means all. */
export const everything = ' '
/** More is no search that finds anything, and the portal refuses it. */
export const maxSearchLength = 200

const searchIn = (params: URLSearchParams) => (params.get('search') ?? '').replaceAll('\0', '').slice(0, maxSearchLength)
const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The search, sort and filters of a list stand in the address: they survive a reload, and a link shows the same list. */
export function useListAddress(names: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const search = searchIn(params)
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  // Changes what stands in the address now: the parameters of the last rendering may be older, and would come back.
  const change = (how: (now: URLSearchParams) => void) =>
    setParams(
      () => {
        const now = new URLSearchParams(window.location.search)
        how(now)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const set = (name: string, value: string | null | undefined) =>
    change((now) => {
      if (value && value !== everything) now.set(name, value)
      else now.delete(name)
    })
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
    /** The filter's value, when it is the identifier of a record. */
    get: (name: string): string | undefined => identifier.exec(params.get(name) ?? '')?.[0],
    /** Whatever stands in the address for the filter. */
    written: (name: string): string | undefined => params.get(name) ?? undefined,
    set,
    filtered: search !== '' || names.some((name) => params.has(name)),
    clear() {
      send.cancel()
      setTyped('')
      sent.current = ''
      change((now) => {
        for (const name of ['search', ...names]) now.delete(name)
      })
    },
  }
}
export type ListAddress = ReturnType<typeof useListAddress>
