import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IdentityProof } from '#platform/web/app/forms/identity-proof.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { revealIban } from './data.ts'
import { groupedIban } from './grouped-iban.ts'
import classes from './staff-bank-details.module.css'

/** The IBAN stays visible long enough to copy it into the bank's page. */
const shownSeconds = 60

/** The masked IBAN; the whole one for a minute, for the password or the second factor. */
export function RevealIban({ partnerId, masked }: { readonly partnerId: string; readonly masked: string | null }) {
  const { twoFactorEnabled } = useMe()
  const [isAsking, setAsking] = useState(false)
  const [iban, setIban] = useState<string | null>(null)
  useEffect(() => {
    if (iban === null) return undefined
    const timer = setTimeout(() => setIban(null), shownSeconds * 1000)
    return () => clearTimeout(timer)
  }, [iban])
  if (masked === null) return m.unreadableForStaff()
  if (iban !== null) {
    return (
      <div role="status">
        <strong className="figure">{groupedIban(iban)}</strong>
        <SoftText fz="xs">{m.shownFor({ seconds: shownSeconds })}</SoftText>
      </div>
    )
  }
  if (isAsking) {
    return (
      <IdentityProof
        by={twoFactorEnabled ? 'code' : 'password'}
        action={m.reveal()}
        errorTitle={m.error()}
        onClose={() => setAsking(false)}
        onConfirm={async (proof) => {
          setIban(await revealIban(partnerId, proof))
          setAsking(false)
        }}
      >
        <Text fz="sm">{m.revealRecorded()}</Text>
      </IdentityProof>
    )
  }
  return (
    <div className={classes.iban}>
      <span className="figure">{masked}</span>
      <WithRight right="bank_details">
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {m.reveal()}
        </Button>
      </WithRight>
    </div>
  )
}
