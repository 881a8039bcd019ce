import { Anchor, Button, CopyButton, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { verifyPath } from '#access/domain/visitor-paths.ts'
import { formatReference } from '#platform/domain/references.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Signature } from '../../api/signing.ts'
import { m } from '../../messages/messages.ts'
import { sealKindMessages } from '../assign/seal-kind-labels.ts'
import classes from './evidence.module.css'
import { evidenceFacts } from './evidence-facts.ts'

const levels: Readonly<Record<Signature['level'], string>> = {
  'B-B': m.levelBB(),
  'B-T': m.levelBT(),
}
const roles: Readonly<Record<Signature['role'], string>> = { partner: m.partner(), provider: m.provider() }

/** One signature with signer, kind of seal and evidence. */
export function EvidenceSignature({ signature }: { signature: Signature }) {
  const { revokedAt } = signature
  const heading = `signature-${signature.id}`
  return (
    <section className={classes.signature} data-revoked={revokedAt ? true : undefined} aria-labelledby={heading}>
      <Group justify="space-between" gap="xs">
        <Title order={4} fz={16} id={heading}>
          {m.roleAndSigner({ role: roles[signature.role], signer: signature.signer })}
        </Title>
        {revokedAt ? (
          <StatusBadge tone="danger">{m.revoked()}</StatusBadge>
        ) : (
          <StatusBadge tone="green">{m.inForce()}</StatusBadge>
        )}
      </Group>
      <dl className={classes.facts}>
        <Line label={m.signed()}>{longDate(signature.signedAt)}</Line>
        {revokedAt && (
          <Line label={m.revoked()}>
            {signature.revokedBy ? m.dayBy({ day: longDate(revokedAt), by: signature.revokedBy }) : longDate(revokedAt)}
          </Line>
        )}
        {signature.revokeReason && (
          <Line label={m.revocationReason()} wide>
            <span className={classes.said}>{signature.revokeReason}</span>
          </Line>
        )}
        <Line label={m.reference()}>
          <Anchor component={Link} to={verifyPath(signature.reference)} fz="sm" underline="always">
            {formatReference(signature.reference)}
          </Anchor>
        </Line>
        <Line label={m.how()} wide>
          {sealKindMessages[signature.route]}
        </Line>
        <Line label={m.level()} wide>
          {m.levelOfSeal({ level: levels[signature.level] })}
        </Line>
        {signature.documentSha256 && <Hash label={m.documentHash()} value={signature.documentSha256} />}
        <Hash label={m.fileHash()} value={signature.fileSha256} />
        <Hash label={m.certificateHash()} value={signature.certificateSha256} />
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
        aria-label={m.downloadSigned({ signer: signature.signer })}
      >
        {m.thisSealedVersion()}
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
            <Button size="compact-xs" variant="default" onClick={copy} aria-label={m.copyLabel({ label })}>
              <Text component="span" fz="xs" aria-live="polite">
                {copied ? m.copied() : m.copy()}
              </Text>
            </Button>
          )}
        </CopyButton>
      </span>
    </Line>
  )
}
