import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './imports.module.css'

/** The title of a step gets the focus: whoever goes on by keyboard, or listens, begins there. */
export function StepTitle({ children }: { readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Title ref={title} tabIndex={-1} order={2} fz="h4" mt="sm" className={classes.step}>
      {children}
    </Title>
  )
}
