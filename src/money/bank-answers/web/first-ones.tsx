import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { m } from '../messages/messages.ts'

interface FirstOnesProps<Item> {
  readonly all: readonly Item[]
  readonly children: (shown: readonly Item[]) => ReactNode
}

/** A statement of a year has thousands: more than these are drawn when they are asked for. */
const atFirst = 100

/** The first of many, and a button that shows the others. */
export function FirstOnes<Item>({ all, children }: FirstOnesProps<Item>) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {children(isWhole ? all : all.slice(0, atFirst))}
      {!isWhole && all.length > atFirst && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setWhole(true)}>
          {m.showAll({ count: all.length })}
        </Button>
      )}
    </>
  )
}
