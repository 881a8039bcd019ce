import { Button, Drawer, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { useFocusBack } from '#platform/web/ui/dialogs/focus-back.ts'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import { UploadVerdict } from '../assign/upload-verdict.tsx'
import { ContractActions, type ContractAsk } from '../list/contract-actions.tsx'
import { Stage } from '../list/contract-stage.tsx'
import classes from './evidence.module.css'
import { type ContractEvidence, evidenceQuery } from './evidence-data.ts'
import { EvidenceDownloads } from './evidence-downloads.tsx'
import { EvidenceSignature } from './evidence-signature.tsx'
import { EvidenceSteps } from './evidence-steps.tsx'

interface ContractEvidenceDrawerProps {
  readonly contractId: string
  /** True while a dialog is on top, which then handles Escape. */
  readonly covered: boolean
  readonly onAsk: (ask: ContractAsk) => void
  readonly onClose: () => void
}

/** Details of a contract: stage, history and evidence of its signatures. */
export function ContractEvidenceDrawer({ contractId, covered, onAsk, onClose }: ContractEvidenceDrawerProps) {
  useFocusBack()
  const query = useQuery(evidenceQuery(contractId))
  const gone = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 422)
  return (
    <Drawer
      opened
      returnFocus={false}
      onClose={onClose}
      position="right"
      size={620}
      zIndex={190}
      closeOnEscape={!covered}
      overlayProps={{ backgroundOpacity: 0.35 }}
      title={gone ? m.contractNotFound() : (query.data?.contract.title ?? m.contract())}
      closeButtonProps={{ 'aria-label': m.close() }}
      // Not a <header>: a dialog on top has one too, and a page must have a single banner landmark.
      attributes={{ header: { role: 'presentation' } }}
    >
      {gone ? (
        <EmptyState title={m.contractGone()} text={m.signingContractDeleted()}>
          <Button variant="default" onClick={onClose}>
            {m.close()}
          </Button>
        </EmptyState>
      ) : (
        <QueryBoundary query={query}>{(evidence) => <Evidence evidence={evidence} onAsk={onAsk} />}</QueryBoundary>
      )}
    </Drawer>
  )
}

function Evidence({ evidence, onAsk }: { evidence: ContractEvidence; onAsk: (ask: ContractAsk) => void }) {
  const { contract, mails, signatures } = evidence
  return (
    <>
      <SoftText mb="xs">
        <PartnerLink partner={contract.partner} clamped={false} />
        {m.contractOfType({ contractType: contract.contractType })}
      </SoftText>
      <Stage contract={contract} />
      {contract.status === 'en_attente' && contract.signRoute && (
        <UploadVerdict route={contract.signRoute} remarks={contract.remarks} />
      )}
      <div className={classes.section}>
        <ContractActions row={contract} onAsk={onAsk} />
      </div>
      <section className={classes.section} aria-labelledby="evidence-files">
        <Title order={3} fz={16} mb="sm" id="evidence-files">
          {m.files()}
        </Title>
        <EvidenceDownloads evidence={evidence} />
      </section>
      <section className={classes.section} aria-labelledby="evidence-steps">
        <Title order={3} fz={16} mb="sm" id="evidence-steps">
          {m.steps()}
        </Title>
        <EvidenceSteps contractId={contract.id} />
      </section>
      {mails.length > 0 && (
        <section className={classes.section} aria-labelledby="evidence-mails">
          <Title order={3} fz={16} mb="sm" id="evidence-mails">
            {m.mails()}
          </Title>
          <EvidenceMails mails={mails} />
        </section>
      )}
      <section className={classes.section} aria-labelledby="evidence-signatures">
        <Title order={3} fz={16} mb="sm" id="evidence-signatures">
          {m.signatures()}
        </Title>
        {signatures.length === 0 && (
          <SoftText>{contract.signingMethod === 'validated' ? m.nothingSealed() : m.nothingSigned()}</SoftText>
        )}
        {signatures.toReversed().map((signature) => (
          <EvidenceSignature key={signature.id} signature={signature} />
        ))}
      </section>
    </>
  )
}

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
function EvidenceMails({ mails }: { mails: readonly Mail[] }) {
  return (
    <Timeline label={m.mailsOfContract()}>
      {mails.map((mail) => (
        <TimelineEvent key={`${mail.messageId} ${mail.recipient} ${mail.kind}`} tone={toneOf(mail)}>
          <Text fz="sm" fw={500}>
            {m.mailTo({ kind: kinds[mail.kind] ?? mail.kind, recipient: mail.recipient })}
          </Text>
          <SoftText fz="xs">{stateOf(mail)}</SoftText>
          {mail.response && <SoftText fz="xs">{m.mailServerAnswered({ response: mail.response })}</SoftText>}
          {mail.messageId && <SoftText fz="xs">{m.messageId({ messageId: mail.messageId })}</SoftText>}
        </TimelineEvent>
      ))}
    </Timeline>
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
