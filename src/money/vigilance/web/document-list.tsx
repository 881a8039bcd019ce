import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { refuseDocumentForm, type VigilanceDocument } from '../api.ts'
import { type VigilanceState, vigilanceLabels, vigilanceStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { refuseDocument, verifyDocument, withdrawRequest } from './data.ts'
import classes from './document-list.module.css'

const tones: Readonly<Record<VigilanceState, BadgeTone>> = {
  requested: 'todo',
  received: 'todo',
  verified: 'received',
  expired: 'danger',
  refused: 'danger',
  withdrawn: 'blue',
}

export const documentName = ({ kind, label }: Pick<VigilanceDocument, 'kind' | 'label'>) => label || vigilanceLabels[kind]

interface DocumentListProps {
  readonly documents: readonly VigilanceDocument[]
  /** Uploads what is asked for; absent for staff. */
  readonly onUpload?: (document: VigilanceDocument) => void
}

export function DocumentList({ documents, onUpload }: DocumentListProps) {
  return (
    <ul className={classes.list}>
      {documents.map((each) => (
        <Row key={each.id} document={each} onUpload={onUpload} />
      ))}
    </ul>
  )
}

/** Dates and facts of a document, in one line. */
function factsOf({ requestedAt, receivedAt, issuedOn, expiresOn, securityCode, decidedAt, decidedBy, state }: VigilanceDocument) {
  const decided = decidedAt && shortDate(decidedAt)
  return [
    issuedOn && m.dated({ day: shortDate(issuedOn) }),
    expiresOn && (state === 'expired' ? m.expiredOn : m.until)({ day: shortDate(expiresOn) }),
    securityCode && m.securityCodeIs({ securityCode }),
    state === 'requested' && requestedAt && m.requestedOn({ requestedAt: shortDate(requestedAt) }),
    state === 'received' && receivedAt && m.sentOn({ receivedAt: shortDate(receivedAt) }),
    state === 'refused' &&
      decided &&
      (decidedBy ? m.refusedOnBy({ day: decided, by: decidedBy }) : m.refusedOn({ day: decided })),
    (state === 'verified' || state === 'expired') &&
      decided &&
      (decidedBy ? m.verifiedOnBy({ day: decided, by: decidedBy }) : m.verifiedOn({ day: decided })),
  ].filter(Boolean)
}

function Row({ document, onUpload }: { document: VigilanceDocument } & Pick<DocumentListProps, 'onUpload'>) {
  const [isRefusing, setRefusing] = useState(false)
  const { id, state, fileName, refuseReason, can } = document
  const name = documentName(document)
  const step = (work: Promise<unknown>, title: string) => void announced(work, title, name).catch(() => undefined)
  const isOpen = state === 'requested' || state === 'refused' || state === 'expired'
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{name}</Text>
        <StatusBadge tone={tones[state]}>{vigilanceStateLabels[state]}</StatusBadge>
      </Group>
      <SoftText className={classes.words}>{factsOf(document).join(' · ')}</SoftText>
      {refuseReason && (
        <Text fz="sm" c="var(--danger-ink)" className={classes.words}>
          {refuseReason}
        </Text>
      )}
      <Group gap="sm" mt={fileName || can.withdraw || isOpen ? 'xs' : 0}>
        {fileName && (
          <Button
            component="a"
            href={`/api/vigilance/${id}/file`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            aria-label={m.openName({ name })}
          >
            {m.openIt()}
          </Button>
        )}
        {onUpload && isOpen && (
          <Button onClick={() => onUpload(document)} aria-label={m.uploadName({ name })}>
            {m.upload()}
          </Button>
        )}
        {can.verify && (
          <Button onClick={() => step(verifyDocument(id), m.documentVerified())} aria-label={m.markAsVerified({ name })}>
            {m.verified()}
          </Button>
        )}
        {can.refuse && (
          <Button variant="subtle" color="red" onClick={() => setRefusing(true)} aria-label={m.refuseName({ name })}>
            {m.refuse()}
          </Button>
        )}
        {can.withdraw && (
          <Button
            variant="subtle"
            onClick={() => step(withdrawRequest(id), m.requestWithdrawn())}
            aria-label={m.withdrawRequestFor({ name })}
          >
            {m.withdrawRequest()}
          </Button>
        )}
      </Group>
      {isRefusing && (
        <ReasonDialog
          rule={refuseDocumentForm.shape.reason}
          title={m.refuseDocument()}
          text={m.refuseQuestion({ name })}
          description={m.partnerReadsIt()}
          action={m.refuseDocument()}
          danger
          draft={`refusal of document ${id}`}
          done={[m.documentRefused(), name]}
          onSend={(reason) => refuseDocument(id, reason)}
          onClose={() => setRefusing(false)}
        />
      )}
    </li>
  )
}
