import { Button, Group, Text, Title } from '@mantine/core'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { IconDownload, IconExternalLink, IconFileText, IconSignature } from '#platform/web/ui/icons.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Contract } from '../../api/contracts.ts'
import { contractStatusLabels } from '../../domain/contracts.ts'
import { m } from '../../messages/messages.ts'
import classes from './contract-page.module.css'
import { ContractSeal } from './contract-seal.tsx'

interface CardActions {
  readonly onSign: (id: string) => void
  readonly onRead: (id: string) => void
}

/** Whether a contract can be read in the page: as text, or as PDF. */
const isReadable = ({ document }: Contract) => document?.kind === 'file' && document.mime === 'application/pdf'

function ReadButton({ contract, label, onRead }: { contract: Contract; label: string; onRead: CardActions['onRead'] }) {
  if (!isReadable(contract)) return null
  return (
    <Button
      variant="default"
      aria-label={`${label} ${contract.title}`}
      leftSection={<IconFileText size={16} aria-hidden="true" />}
      onClick={() => onRead(contract.id)}
    >
      {label}
    </Button>
  )
}

interface DocumentLinkProps {
  readonly contract: Contract
  readonly label: string
  /** The language of the label, where it is another one than the page's. */
  readonly lang?: string | undefined
}

function DocumentLink({ contract, label, lang }: DocumentLinkProps) {
  if (!contract.document) return null
  const { kind } = contract.document
  // Redirect through the portal, which records that the signer opened it.
  const url = kind === 'link' ? `/api/contracts/${contract.id}/link` : contract.document.url
  // A sealed link is downloaded as certificate; an unsealed one opens the URL.
  return kind === 'link' ? (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden="true" />}
    >
      {m.openDocument()}
    </Button>
  ) : (
    <Button
      lang={lang}
      component="a"
      href={url}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
    >
      {label}
    </Button>
  )
}

/** Note about a declined contract, which can still be signed. */
function Declined({ contract: { declined, status } }: { contract: Contract }) {
  if (!declined || status === 'signe') return null
  return (
    <div className={classes.declined}>
      <Text fz="sm" fw={500}>
        {m.declinedOn({ day: shortDate(declined.at) })}
      </Text>
      <Text fz="sm" className={classes.reason}>
        {declined.reason}
      </Text>
    </div>
  )
}

/** Note about a revoked signature, until the contract is signed again. */
function Revoked({ contract: { revoked, status } }: { contract: Contract }) {
  if (!revoked || status === 'signe') return null
  return (
    <div className={classes.declined}>
      <Text fz="sm" fw={500}>
        {m.signatureRevokedOn({ day: shortDate(revoked.at) })}
      </Text>
      <Text fz="sm" className={classes.reason}>
        {revoked.reason}
      </Text>
    </div>
  )
}

export function MainContract({ contract, onSign, onRead }: CardActions & { readonly contract: Contract | undefined }) {
  const settings = useSettings()
  if (!contract) {
    const contact = settings.contactEmail ? ` (${settings.contactEmail})` : ''
    return (
      <EmptyState
        lang={m.noContractFound.lang}
        title={m.noContractFound({ providerName: settings.providerName, contact })}
        text={m.contractPrepared({ providerName: settings.providerName })}
      >
        <MailNote />
        {settings.contactEmail && (
          <Button component="a" href={`mailto:${settings.contactEmail}`} variant="default" mt="xs">
            {m.writeTo({ providerName: settings.providerName })}
          </Button>
        )}
      </EmptyState>
    )
  }
  const signed = contract.status === 'signe'
  const isPdf = contract.document?.mime === 'application/pdf'
  return (
    <section className={classes.card} aria-label={m.partnershipAgreement()}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title lang={m.partnershipAgreement.lang} order={2} fz={20}>
            {m.partnershipAgreement()}
          </Title>
          <Text c="var(--ink-soft)">{contract.title}</Text>
        </div>
        <StatusBadge lang={m.stateSigned.lang} tone={signed ? 'green' : 'todo'}>
          {contractStatusLabels[contract.status]}
        </StatusBadge>
      </Group>
      <SoftText my="md">
        {contract.signedAt
          ? m.signedOn({ signedAt: shortDate(contract.signedAt) })
          : m.assignedOn({ createdAt: shortDate(contract.createdAt) })}
      </SoftText>
      <Declined contract={contract} />
      <Revoked contract={contract} />
      <ContractSeal contract={contract} />
      <Group gap="sm">
        {contract.can.sign && (
          <Button
            lang={m.signContract.lang}
            leftSection={<IconSignature size={18} aria-hidden="true" />}
            onClick={() => onSign(contract.id)}
          >
            {m.signContract()}
          </Button>
        )}
        <ReadButton contract={contract} label={m.open()} onRead={onRead} />
        {signed && isPdf ? (
          <DocumentLink contract={contract} label={m.downloadContract()} lang={m.downloadContract.lang} />
        ) : (
          <DocumentLink contract={contract} label={m.downloadDocument()} />
        )}
      </Group>
    </section>
  )
}

/** A contract beside the main one: an amendment, or a billing mandate. */
export function Amendment({ amendment, onSign, onRead }: CardActions & { readonly amendment: Contract }) {
  const signed = amendment.status === 'signe'
  const isMandate = amendment.contractType === 'mandate'
  const sign = isMandate ? m.signMandate() : m.signAmendment()
  return (
    <div className={classes.line}>
      <Text fw={500} className={classes.lineTitle}>
        {amendment.title}
      </Text>
      <StatusBadge lang={m.stateSigned.lang} tone={signed ? 'green' : 'todo'}>
        {signed ? m.stateSigned() : m.specifiedPending()}
      </StatusBadge>
      {amendment.can.sign && (
        <Button
          lang={isMandate ? undefined : m.signAmendment.lang}
          aria-label={`${sign} ${amendment.title}`}
          onClick={() => onSign(amendment.id)}
        >
          {sign}
        </Button>
      )}
      <ReadButton contract={amendment} label={m.open()} onRead={onRead} />
      <DocumentLink contract={amendment} label={m.download()} />
      {amendment.waitsForMain && <SoftText className={classes.note}>{m.amendsUnsigned()}</SoftText>}
      <Declined contract={amendment} />
      <Revoked contract={amendment} />
      <ContractSeal contract={amendment} />
    </div>
  )
}
