import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pageRanges } from '#platform/domain/page-ranges.ts'
import type { SessionMethod } from '#platform/domain/session-methods.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import classes from './evidence.module.css'
import { type ContractEvidence, evidenceQuery } from './evidence-data.ts'

type Step = ContractEvidence['steps'][number]

const sentences: Readonly<Record<Step['name'], string>> = {
  'contract.assigned': 'Assigned',
  'contract.opened': 'Signing page opened',
  'contract.document_opened': 'Document opened',
  'contract.document_downloaded': 'File downloaded',
  'contract.link_opened': 'Link opened',
  'contract.code_sent': 'Code sent by e-mail',
  'contract.code_refused': 'Wrong code entered',
  'contract.declined': 'Declined',
  'contract.signed': 'Signed electronically',
  'contract.countersign_code_sent': 'Code for the counter-signature sent by e-mail',
  'contract.countersign_code_refused': 'Wrong code entered for the counter-signature',
  'contract.countersigned': 'Counter-signed for the provider',
  'contract.validated': 'Validated by hand, without seal',
  'contract.revoked': 'Revoked: pending again',
}

const methods: Readonly<Record<SessionMethod, string>> = {
  password: 'signed in with the password',
  password_totp: 'signed in with the password and an authenticator code',
  password_recovery: 'signed in with the password and a recovery code',
}

function originOf({ address, method }: NonNullable<Step['origin']>): string {
  return method ? `From ${address}, ${methods[method]}` : `From ${address}`
}

function toneOf({ name }: Step) {
  if (name === 'contract.declined' || name === 'contract.revoked' || name.endsWith('code_refused')) return 'against'
  return name === 'contract.signed' || name === 'contract.countersigned' || name === 'contract.validated' ? 'done' : undefined
}

/** How much of a text was on the screen. */
function partsShown({ shown, of }: NonNullable<Step['text']>): string {
  if (shown.length === 0) return ''
  return shown.length === of ? ', all of it shown' : `, parts ${pageRanges(shown)} of ${of} shown`
}

/** Steps of a contract, oldest first, for staff and its partner. */
export function EvidenceSteps({ contractId }: { contractId: string }) {
  const { providerName } = useSettings()
  const evidence = useQuery(evidenceQuery(contractId))
  return (
    <QueryBoundary query={evidence} rows={4}>
      {({ steps }) => (
        <Timeline label="Steps of this contract">
          {steps.map((step) => (
            <TimelineEvent key={step.id} tone={toneOf(step)}>
              <Text fz="sm" fw={500}>
                {sentences[step.name]}
                {step.text && ` as text${partsShown(step.text)}`}
                {step.pages && `, pages ${pageRanges(step.pages.shown)} of ${step.pages.of} shown`}
              </Text>
              {step.reason && (
                <Text fz="sm" className={classes.said}>
                  « {step.reason} »
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
