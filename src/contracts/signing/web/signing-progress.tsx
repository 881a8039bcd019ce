import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import classes from './signing.module.css'

const steps = [m.checkingCode(), m.sealingDocument(), m.saving()]

/** Progress while sealing. The server responds once at the end, so the current step is not shown. */
export function SigningProgress() {
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => here.current?.focus(), [])
  return (
    <div ref={here} tabIndex={-1} className={classes.progress} role="status">
      <Text fw={500}>{m.signing()}</Text>
      <div className={classes.waiting} aria-hidden="true">
        <span />
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <SoftText>{m.signingText()}</SoftText>
    </div>
  )
}
