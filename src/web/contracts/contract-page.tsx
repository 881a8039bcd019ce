import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Contract } from '#contract/contracts.ts'
import { contractStatusLabels } from '#domain/contracts.ts'
import { useSettings } from '../app/session.ts'
import { shortDate } from '../ui/dates.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Pill } from '../ui/pill.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import classes from './contract-page.module.css'
import { contractsQuery } from './data.ts'

function DocumentLink({ contract, label }: { contract: Contract; label: string }) {
  if (!contract.document) return null
  const { kind, url } = contract.document
  return kind === 'link' ? (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden="true" />}
    >
      Open document
    </Button>
  ) : (
    <Button component="a" href={url} download variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />}>
      {label}
    </Button>
  )
}

function MainContract({ contract }: { contract: Contract | undefined }) {
  const settings = useSettings()
  if (!contract) {
    const contact = settings.contactEmail ? ` (${settings.contactEmail})` : ''
    return <EmptyState title={`No contract found. Please contact the provider, ${settings.providerName}${contact}.`} />
  }
  const signed = contract.status === 'signe'
  const isPdf = contract.document?.mime === 'application/pdf'
  return (
    <section className={classes.card} aria-label="Partnership Agreement">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} fz={20}>
            Partnership Agreement
          </Title>
          <Text c="var(--ink-soft)">{contract.title}</Text>
        </div>
        <Pill tone={signed ? 'signe' : 'todo'}>{contractStatusLabels[contract.status]}</Pill>
      </Group>
      <Text fz="sm" c="var(--ink-soft)" my="md">
        {contract.signedAt ? `Signed on ${shortDate(contract.signedAt)}` : `Assigned on ${shortDate(contract.createdAt)}`}
      </Text>
      <DocumentLink contract={contract} label={signed && isPdf ? 'Download Contract (PDF)' : 'Download the document'} />
    </section>
  )
}

/** A partner's partnership agreement and its amendments. */
export function Component() {
  const contracts = useInfiniteQuery(contractsQuery())
  return (
    <>
      <PageHeader title="Contract & Documents" subtitle="Your partnership agreement and its amendments" />
      <Loaded query={contracts} rows={3}>
        {(data) => {
          const all = data.pages.flatMap((page) => page.items)
          const amendments = all.filter((contract) => contract.contractType === 'amendment')
          return (
            <Stack gap="lg">
              <MainContract contract={all.find((contract) => contract.contractType === 'main')} />
              <section aria-label="Amendments">
                <Title order={2} fz={20} mb="sm">
                  Amendments
                </Title>
                {amendments.length === 0 && <Text c="var(--ink-soft)">No amendment so far.</Text>}
                <Stack gap="sm">
                  {amendments.map((amendment) => (
                    <div key={amendment.id} className={classes.line}>
                      <Text fw={500} style={{ flex: 1 }}>
                        {amendment.title}
                      </Text>
                      <Pill tone={amendment.status === 'signe' ? 'signe' : 'todo'}>
                        {amendment.status === 'signe' ? 'Signed' : 'Pending'}
                      </Pill>
                      <DocumentLink contract={amendment} label="Download" />
                    </div>
                  ))}
                </Stack>
              </section>
              <Text fz="sm" c="var(--ink-soft)">
                Documents are signed with an e-signature service. An email notifies you when a signature is needed.
              </Text>
            </Stack>
          )
        }}
      </Loaded>
    </>
  )
}
