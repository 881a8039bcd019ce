import { Text } from '@mantine/core'
import { longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import classes from './evidence.module.css'
import type { ContractEvidence } from './evidence-data.ts'

type Mail = ContractEvidence['mails'][number]

const kinds: Partial<Record<Mail['kind'], string>> = {
  contract_to_sign: 'Contract to sign',
  contract_validated: 'Contract validated',
  signing_code: 'Code',
  signed_copy: 'Sealed copy',
  contract_declined: 'Declined',
  contract_revoked: 'Revoked',
}

/** Mails about a contract with recipient and the mail server's response. */
export function EvidenceMails({ mails }: { mails: readonly Mail[] }) {
  return (
    <ol className={classes.steps} aria-label="E-mails about this contract">
      {mails.map((mail) => (
        <li key={`${mail.messageId} ${mail.recipient} ${mail.kind}`} className={classes.step} data-tone={toneOf(mail)}>
          <Text fz="sm" fw={500}>
            {kinds[mail.kind] ?? mail.kind} to {mail.recipient}
          </Text>
          <SoftText fz="xs">{stateOf(mail)}</SoftText>
          {mail.response && <SoftText fz="xs">The mail server answered: {mail.response}</SoftText>}
          {mail.messageId && <SoftText fz="xs">Message-ID {mail.messageId}</SoftText>}
        </li>
      ))}
    </ol>
  )
}

function toneOf({ failedAt, handedOverAt }: Mail): 'against' | 'done' | undefined {
  if (failedAt) return 'against'
  return handedOverAt ? 'done' : undefined
}

function stateOf({ failedAt, handedOverAt }: Mail): string {
  if (handedOverAt) return `Handed over on ${longDate(handedOverAt)}`
  return failedAt ? `Given up on ${longDate(failedAt)}` : 'Waiting to be handed over'
}
