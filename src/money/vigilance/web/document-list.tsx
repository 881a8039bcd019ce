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
import { refuseDocument, verifyDocument, withdrawRequest } from './data.ts'
import classes from './document-list.module.css'

const tones: Readonly<Record<VigilanceState, BadgeTone>> = {
  requested: 'todo',
  received: 'todo',
  verified: 'received',
  expired: 'danger',
  refused: 'danger',
  withdrawn: 'nouveau',
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
  const by = decidedBy ? ` by ${decidedBy}` : ''
  return [
    issuedOn && `dated ${shortDate(issuedOn)}`,
    expiresOn && `${state === 'expired' ? 'expired on' : 'until'} ${shortDate(expiresOn)}`,
    securityCode && `security code ${securityCode}`,
    state === 'requested' && requestedAt && `requested on ${shortDate(requestedAt)}`,
    state === 'received' && receivedAt && `sent on ${shortDate(receivedAt)}`,
    state === 'refused' && decidedAt && `refused on ${shortDate(decidedAt)}${by}`,
    (state === 'verified' || state === 'expired') && decidedAt && `verified on ${shortDate(decidedAt)}${by}`,
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
            aria-label={`Open ${name}`}
          >
            Open
          </Button>
        )}
        {onUpload && isOpen && (
          <Button onClick={() => onUpload(document)} aria-label={`Upload ${name}`}>
            Upload
          </Button>
        )}
        {can.verify && (
          <Button onClick={() => step(verifyDocument(id), 'Document verified')} aria-label={`Mark ${name} as verified`}>
            Verified
          </Button>
        )}
        {can.refuse && (
          <Button variant="subtle" color="red" onClick={() => setRefusing(true)} aria-label={`Refuse ${name}`}>
            Refuse
          </Button>
        )}
        {can.withdraw && (
          <Button
            variant="subtle"
            onClick={() => step(withdrawRequest(id), 'Request withdrawn')}
            aria-label={`Withdraw the request for ${name}`}
          >
            Withdraw request
          </Button>
        )}
      </Group>
      {isRefusing && (
        <ReasonDialog
          rule={refuseDocumentForm.shape.reason}
          title="Refuse document"
          text={`Refuse ${name}? The partner is told why, and uploads another one.`}
          description="The partner reads it"
          action="Refuse document"
          danger
          draft={`refusal of document ${id}`}
          done={['Document refused', name]}
          onSend={(reason) => refuseDocument(id, reason)}
          onClose={() => setRefusing(false)}
        />
      )}
    </li>
  )
}
