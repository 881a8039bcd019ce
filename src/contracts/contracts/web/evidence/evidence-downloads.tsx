import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconDownload, IconExternalLink } from '#platform/web/ui/icons.ts'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'
import type { ContractEvidence } from './evidence-data.ts'

/** Downloads a text as a file. */
function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

function evidenceFile({ contract, steps, mails, signatures }: ContractEvidence): string {
  const { id, title, contractType, status, stage, partner, createdAt } = contract
  const facts = { id, title, contractType, status, stage, partner: partner.name, createdAt }
  return JSON.stringify({ contract: facts, steps, mails, signatures }, null, 2)
}

/** Downloads of a contract: current and earlier sealed versions, scan, and the evidence as JSON. */
export function EvidenceDownloads({ evidence }: { evidence: ContractEvidence }) {
  const { contract } = evidence
  const { document, scanUrl } = contract
  const isSealed = contract.signingMethod === 'electronic'
  return (
    <Group gap="xs">
      {document?.kind === 'link' && (
        <Button
          component="a"
          href={document.url}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={15} aria-hidden="true" />}
        >
          {m.openLink()}
        </Button>
      )}
      {document?.kind === 'file' && isSealed && <Download href={document.url}>{m.sealedFile()}</Download>}
      {document?.kind === 'file' && hasOriginal(contract) && (
        <Download href={`${document.url}&part=original`}>{m.originalDocument()}</Download>
      )}
      {scanUrl && <Download href={scanUrl}>{m.scan()}</Download>}
      {evidence.signatures.length > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          onClick={() => saveAs(`evidence-${contract.id}.json`, evidenceFile(evidence))}
        >
          {m.evidenceJson()}
        </Button>
      )}
    </Group>
  )
}

/** Linked documents are not stored by the portal. */
function hasOriginal({ signRoute }: Contract): boolean {
  return signRoute !== 'link'
}

function Download({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button
      component="a"
      href={href}
      download
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden="true" />}
    >
      {children}
    </Button>
  )
}
