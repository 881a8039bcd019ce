import { List } from '@mantine/core'
import type { ReactNode } from 'react'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import classes from './platform-note.module.css'

/** A French law has no other name. */
const law = (parts: ReactNode) => (
  <span key="law" lang="fr">
    {parts}
  </span>
)

/** Tells staff that the portal transmits no invoices, and what to do with them. Sources: docs/money.md, 'Handing over'. */
export function PlatformNote() {
  return (
    <div className={classes.note}>
      <SoftText>{m.readyForPlatform()}</SoftText>
      <details className={classes.more}>
        <summary>{m.whatToTransmit()}</summary>
        <List fz="sm" spacing={6} mt={6}>
          <List.Item>{m.howToHandOver()}</List.Item>
          <List.Item>{m.transmissionRule({ law })}</List.Item>
          <List.Item>{m.selfBilledRule()}</List.Item>
          <List.Item>{m.abroadRule()}</List.Item>
          <List.Item>{m.dateNotVerified()}</List.Item>
        </List>
      </details>
    </div>
  )
}

/** The same for a partner. */
export function OwnPlatformNote() {
  return <SoftText mb={8}>{m.ownPlatformNote()}</SoftText>
}
