import { Anchor, Button, CopyButton, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sealKindMessages } from '#contracts/contracts/web/assign/seal-kind-labels.ts'
import { formatReference } from '#platform/domain/references.ts'
import { verifyPath } from '#platform/domain/visitor-paths.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Signature } from '../../api/signing.ts'
import classes from './evidence.module.css'
import { evidenceFacts } from './evidence-facts.ts'

const levels: Readonly<Record<Signature['level'], string>> = {
  'B-B': 'PAdES B-B: the time is that of the portal’s own clock',
  'B-T': 'PAdES B-T: the time is certified by a time-stamp authority',
}
const roles: Readonly<Record<Signature['role'], string>> = { partner: 'Partner', provider: 'Provider' }

/** One signature with signer, kind of seal and evidence. */
export function EvidenceSignature({ signature }: { signature: Signature }) {
  const { revokedAt } = signature
  const heading = `signature-${signature.id}`
  return (
    <section className={classes.signature} data-revoked={revokedAt ? true : undefined} aria-labelledby={heading}>
      <Group justify="space-between" gap="xs">
        <Title order={4} fz={16} id={heading}>
          {roles[signature.role]}: {signature.signer}
        </Title>
        {revokedAt ? <StatusBadge tone="danger">Revoked</StatusBadge> : <StatusBadge tone="signe">In force</StatusBadge>}
      </Group>
      <dl className={classes.facts}>
        <Line label="Signed">{longDate(signature.signedAt)}</Line>
        {revokedAt && (
          <Line label="Revoked">
            {longDate(revokedAt)}
            {signature.revokedBy && ` by ${signature.revokedBy}`}
          </Line>
        )}
        {signature.revokeReason && (
          <Line label="Reason of the revocation" wide>
            <span className={classes.said}>{signature.revokeReason}</span>
          </Line>
        )}
        <Line label="Reference">
          <Anchor component={Link} to={verifyPath(signature.reference)} fz="sm" underline="always">
            {formatReference(signature.reference)}
          </Anchor>
        </Line>
        <Line label="How" wide>
          {sealKindMessages[signature.route]}
        </Line>
        <Line label="Level" wide>
          {levels[signature.level]}. A simple electronic signature under the organisation’s seal.
        </Line>
        {signature.documentSha256 && <Hash label="SHA-256 of the document before" value={signature.documentSha256} />}
        <Hash label="SHA-256 of the sealed file" value={signature.fileSha256} />
        <Hash label="Fingerprint of the seal’s certificate (SHA-256)" value={signature.certificateSha256} />
        {evidenceFacts(signature.evidence).map(({ label, value, wide }) => (
          <Line key={label} label={label} {...(wide ? { wide } : {})}>
            {value}
          </Line>
        ))}
      </dl>
      <Button
        component="a"
        href={signature.fileUrl}
        download
        size="xs"
        mt="sm"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden="true" />}
        aria-label={`Download the file that ${signature.signer} signed`}
      >
        This sealed version
      </Button>
    </section>
  )
}

function Line({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? classes.wide : ''}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Hash({ label, value }: { label: string; value: string }) {
  return (
    <Line label={label} wide>
      <span className={classes.hash}>
        <code>{value}</code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy} aria-label={`Copy: ${label}`}>
              <Text component="span" fz="xs" aria-live="polite">
                {copied ? 'Copied' : 'Copy'}
              </Text>
            </Button>
          )}
        </CopyButton>
      </span>
    </Line>
  )
}
