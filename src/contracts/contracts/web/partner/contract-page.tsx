import { Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { missingAbilityMessages } from '#access/domain/ability-explanations.ts'
import { useAbility } from '#access/web/rights.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { PageLoading, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import { contractsQuery } from '../data.ts'
import { Amendment, MainContract } from './contract-page-cards.tsx'

/** For so long a signature is new: somebody without a lead by then was told on the first page. */
const newMs = 30 * 86_400_000

const AfterSigning = lazy(() => import('./after-signing.tsx'))
const ReadView = lazy(() => import('./read-view.tsx'))
const SigningView = lazy(() => import('../signing/signing-view.tsx'))

/** A partner's partnership agreement and its amendments, and where they are signed. */
export function Component() {
  const contracts = useInfiniteQuery(contractsQuery({}))
  const maySign = useAbility('sign')
  const signing = useRecordInAddress('sign')
  const reading = useRecordInAddress('read')
  const read = contracts.data?.pages.flatMap((page) => page.items).find(({ id }) => id === reading.id)
  return (
    <>
      <PageHeader title={m.contractAndDocuments()} lang={m.contractAndDocuments.lang} subtitle={m.contractLead()} />
      <QueryBoundary query={contracts} rows={3}>
        {(data) => {
          const all = data.pages.flatMap((page) => page.items)
          const main = all.find((contract) => contract.newestMain)
          const isNew = main?.signedAt && Date.now() - Date.parse(main.signedAt) < newMs
          const amendments = all.filter((contract) => contract.contractType === 'amendment')
          const mandates = all.filter((contract) => contract.contractType === 'mandate')
          return (
            <Stack gap="lg">
              <Suspense>{isNew && maySign && <AfterSigning />}</Suspense>
              {!maySign && all.some(({ status }) => status !== 'signe') && <Text>{missingAbilityMessages.sign}</Text>}
              <MainContract contract={main} onSign={signing.open} onRead={reading.open} />
              <section aria-label={m.amendments()}>
                <Title order={2} fz={20} mb="sm">
                  {m.amendments()}
                </Title>
                {amendments.length === 0 && <Text c="var(--ink-soft)">{m.noAmendment()}</Text>}
                <Stack gap="sm">
                  {amendments.map((amendment) => (
                    <Amendment key={amendment.id} amendment={amendment} onSign={signing.open} onRead={reading.open} />
                  ))}
                </Stack>
              </section>
              {mandates.length > 0 && (
                <section aria-label={m.mandate()}>
                  <Title order={2} fz={20} mb="sm">
                    {m.mandate()}
                  </Title>
                  <Stack gap="sm">
                    {mandates.map((mandate) => (
                      <Amendment key={mandate.id} amendment={mandate} onSign={signing.open} onRead={reading.open} />
                    ))}
                  </Stack>
                </section>
              )}
              <SoftText lang={m.eSignature.lang}>{m.eSignature()}</SoftText>
            </Stack>
          )
        }}
      </QueryBoundary>
      {read && (
        <Suspense fallback={<PageLoading />}>
          <ReadView contract={read} onClose={reading.close} />
        </Suspense>
      )}
      {signing.id && maySign && (
        <Suspense fallback={<PageLoading />}>
          <SigningView key={signing.id} id={signing.id} onClose={signing.close} />
        </Suspense>
      )}
    </>
  )
}
