import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { hasShareSheet, shareBySheet } from '#platform/web/app/share-sheet.ts'
import { m } from '../messages/messages.ts'
import { readReceipt } from './data.ts'

interface ShareReceiptProps {
  readonly leadId: string
  /** The registration's number. */
  readonly number: string
  readonly company: string
}

/** A device that shares files is asked with an empty one. */
const example = () => new File([], 'recepisse.pdf', { type: 'application/pdf' })

/** Hands a lead's sealed receipt to the device's own sheet: to a mail, a message, a printer. Nothing where there is none. */
export default function ShareReceipt({ leadId, number, company }: ShareReceiptProps) {
  // Sealing may take longer than a press counts for: the next press shares what is there.
  const [file, setFile] = useState<File | null>(null)
  const [isOffered] = useState(() => hasShareSheet(example()))
  const { busy, run: share } = useAction(async () => {
    const receipt = file ?? (await readReceipt(leadId, number))
    const outcome = await shareBySheet({
      files: [receipt],
      title: m.receiptNumber({ number }),
      text: m.receiptOf({ number, company }),
    })
    setFile(outcome === 'late' ? receipt : null)
  }, m.error())
  if (!isOffered) return null
  return (
    <Button size="xs" variant="default" loading={busy} onClick={share}>
      {file ? m.receiptReady() : m.shareReceipt()}
    </Button>
  )
}
