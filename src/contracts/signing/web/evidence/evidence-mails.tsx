import { Text } from '@mantine/core'
import { longDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import classes from './evidence.module.css'
import type { ContractEvidence } from './evidence-data.ts'

type Mail = ContractEvidence['mails'][number]

const kinds: Partial<Record<Mail['kind'], string>> = {
  contract_to_sign: m.contractToSign(),
  contract_validated: m.contractValidated(),
  signing_code: m.code(),
  signed_copy: m.sealedCopy(),
  contract_declined: m.declined(),
  contract_revoked: m.revoked(),
}

/** Mails about a contract with recipient and the mail server's response. */
export function EvidenceMails({ mails }: { mails: readonly Mail[] }) {
  return (
    <ol className={classes.steps} aria-label={m.mailsOfContract()}>
      {mails.map((mail) => (
        <li key={`${mail.messageId} ${mail.recipient} ${mail.kind}`} className={classes.step} data-tone={toneOf(mail)}>
          <Text fz="sm" fw={500}>
            {m.mailTo({ kind: kinds[mail.kind] ?? mail.kind, recipient: mail.recipient })}
          </Text>
          <SoftText fz="xs">{stateOf(mail)}</SoftText>
          {mail.response && <SoftText fz="xs">{m.mailServerAnswered({ response: mail.response })}</SoftText>}
          {mail.messageId && <SoftText fz="xs">{m.messageId({ messageId: mail.messageId })}</SoftText>}
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
  if (handedOverAt) return m.handedOverOn({ handedOverAt: longDate(handedOverAt) })
  return failedAt ? m.givenUpOn({ failedAt: longDate(failedAt) }) : m.waitingForMail()
}
