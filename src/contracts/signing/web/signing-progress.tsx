import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import classes from './signing.module.css'

const steps = ['Vérification du code', 'Scellement du document', 'Enregistrement']

/** Progress while sealing. The server responds once at the end, so the current step is not shown. */
export function SigningProgress() {
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => here.current?.focus(), [])
  return (
    <div ref={here} tabIndex={-1} className={classes.progress} role="status">
      <Text fw={500}>Signature en cours…</Text>
      <div className={classes.waiting} aria-hidden="true">
        <span />
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <SoftText>
        Cela prend quelques secondes. Rien n’est signé avant que le document soit scellé : ne fermez pas cette page.
      </SoftText>
    </div>
  )
}
