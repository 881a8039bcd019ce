import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pageRanges } from '#platform/domain/page-ranges.ts'
import { partsOfMethod } from '#platform/domain/session-methods.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import classes from './evidence.module.css'
import { type ContractEvidence, evidenceQuery } from './evidence-data.ts'

type Step = ContractEvidence['steps'][number]

const sentences: Readonly<Record<Step['name'], string>> = {
  'contract.assigned': m.assigned(),
  'contract.opened': m.signingPageOpened(),
  'contract.document_opened': m.documentOpened(),
  'contract.document_downloaded': m.fileDownloaded(),
  'contract.link_opened': m.linkOpened(),
  'contract.code_sent': m.codeSentByEmail(),
  'contract.code_refused': m.wrongCodeEntered(),
  'contract.declined': m.declined(),
  'contract.signed': m.signedElectronically(),
  'contract.countersign_code_sent': m.counterCodeSent(),
  'contract.countersign_code_refused': m.wrongCounterCode(),
  'contract.countersigned': m.counterSignedForProvider(),
  'contract.validated': m.validatedWithoutSeal(),
  'contract.revoked': m.revokedPendingAgain(),
}

function originOf({ address, method }: NonNullable<Step['origin']>): string {
  return method ? m.fromAddressSignedIn({ address, method: m.withMethod(partsOfMethod(method)) }) : m.fromAddress({ address })
}

function toneOf({ name }: Step) {
  if (name === 'contract.declined' || name === 'contract.revoked' || name.endsWith('code_refused')) return 'against'
  return name === 'contract.signed' || name === 'contract.countersigned' || name === 'contract.validated' ? 'done' : undefined
}

/** A step, and how much of the document was on the screen. */
function stepText({ name, text, pages }: Step): string {
  const step = sentences[name]
  if (!text) return pages ? m.pagesShown({ step, pages: pageRanges(pages.shown), count: pages.of }) : step
  if (text.shown.length === 0) return m.stepAsText({ step })
  return text.shown.length === text.of
    ? m.wholeTextShown({ step })
    : m.partsShown({ step, parts: pageRanges(text.shown), count: text.of })
}

/** Steps of a contract, oldest first, for staff and its partner. */
export function EvidenceSteps({ contractId }: { contractId: string }) {
  const { providerName } = useSettings()
  const evidence = useQuery(evidenceQuery(contractId))
  return (
    <QueryBoundary query={evidence} rows={4}>
      {({ steps }) => (
        <Timeline label={m.stepsOfContract()}>
          {steps.map((step) => (
            <TimelineEvent key={step.id} tone={toneOf(step)}>
              <Text fz="sm" fw={500}>
                {stepText(step)}
              </Text>
              {step.reason && (
                <Text fz="sm" className={classes.said}>
                  {m.quoted({ text: step.reason })}
                </Text>
              )}
              <SoftText fz="xs">
                {step.by ?? providerName}, <time dateTime={step.at}>{longDate(step.at)}</time>
              </SoftText>
              {step.origin && (
                <SoftText fz="xs" className={classes.said} title={step.origin.agent}>
                  {originOf(step.origin)}
                </SoftText>
              )}
            </TimelineEvent>
          ))}
        </Timeline>
      )}
    </QueryBoundary>
  )
}
