import { useRef, useState } from 'react'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'

/** What a person has chosen of each kind, which is shown until the last of several saves is done, and how to choose. */
export function useWishes<Kind, Choice>(save: (kind: Kind, choice: Choice) => Promise<unknown>) {
  const [wishes, setWishes] = useState<ReadonlyMap<Kind, Choice>>(new Map())
  const count = useRef(0)

  const wish = async (kind: Kind, choice: Choice) => {
    count.current += 1
    const mine = count.current
    setWishes((before) => new Map(before).set(kind, choice))
    try {
      await save(kind, choice)
    } catch (error) {
      toastFailure(m.error(), error)
    }
    if (mine === count.current) setWishes(new Map())
  }
  return { wishes, wish }
}
