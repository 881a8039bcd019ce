import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type SetupChecklist as Checklist, setupRoutes } from '../api.ts'
import { type SetupStep, setupLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { sendTestMail } from './send-test-mail.ts'

interface Props {
  readonly data: Checklist
  /** The class of the frame around it, which the page that shows it lays out. */
  readonly className: string | undefined
  /** Whether it begins as one line: the page has other things to show. */
  readonly isFolded: boolean
  readonly readAgain: () => Promise<unknown>
}

/** Each step leads to where it is done; the test mail is sent at once. */
const paths: Partial<Record<SetupStep, string>> = {
  identity: settingsSectionPath('identity'),
  tiers: `${settingsSectionPath('programme')}?edit=tiers`,
  template: pagePaths.adminContracts,
  invitation: `${pagePaths.partners}?add=partner`,
}

interface StepProps {
  readonly step: SetupStep
  readonly busy: boolean
  readonly onTest: () => void
}

/** The way to where a step is done, or the button of the test mail. */
function StepAct({ step, busy, onTest }: StepProps) {
  const { action } = setupLabels[step]
  const path = paths[step]
  return path ? (
    <Anchor component={Link} to={path} fz="sm" underline="always">
      {action}
    </Anchor>
  ) : (
    <Button size="compact-sm" variant="default" disabled={busy} onClick={onTest}>
      {action}
    </Button>
  )
}

interface StepsProps extends Omit<StepProps, 'step'> {
  readonly data: Checklist
}

function Steps({ data, busy, onTest }: StepsProps) {
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 14 }}>
      {data.steps.map(({ step, done }) => {
        const { title, why } = setupLabels[step]
        return (
          <li key={step}>
            <Group justify="space-between" gap="sm">
              <div style={{ flex: '1 1 260px', minWidth: 0 }}>
                <Text fw={500}>
                  {done && <IconCheck size={16} aria-label={m.done()} role="img" />} {title}
                </Text>
                <SoftText>{why}</SoftText>
                {step === 'mail' && data.mailTrouble && (
                  <Text fz="sm" c="var(--danger-ink)" style={{ overflowWrap: 'anywhere' }}>
                    {typeset(data.mailTrouble)}
                  </Text>
                )}
              </div>
              {!done && <StepAct step={step} busy={busy} onTest={onTest} />}
            </Group>
          </li>
        )
      })}
    </ul>
  )
}

/** What a new portal still has to be set up with: one line in a portal that is in use, which unfolds to the steps. */
export default function SetupChecklist({ data, className, isFolded, readAgain }: Props) {
  const [shown, setShown] = useState(!isFolded)
  const { busy, run: doing } = useAction((work: () => Promise<unknown>) => work())
  const test = () => doing(() => sendTestMail(readAgain))
  const next = data.steps.find(({ done }) => !done)?.step
  const doneCount = data.steps.filter(({ done }) => done).length
  const line = next && m.setupLine({ done: doneCount, steps: data.steps.length, title: setupLabels[next].title })
  return (
    <section className={className} aria-label={m.setUpPortal()}>
      <Group justify="space-between" mb={shown ? 'sm' : 0} gap="sm">
        {shown || !line ? (
          <Title order={2} fz={20}>
            {m.setUpPortal()}
          </Title>
        ) : (
          <Text>{line}</Text>
        )}
        <Group gap="sm">
          {!shown && next && <StepAct step={next} busy={busy} onTest={test} />}
          {isFolded && (
            <Button variant="subtle" size="compact-sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? m.showLess() : m.showAllSteps()}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            color="gray"
            className="quiet-danger"
            disabled={busy}
            onClick={() => doing(() => call(setupRoutes.dismissSetup, {}).then(readAgain))}
          >
            {m.hide()}
          </Button>
        </Group>
      </Group>
      {shown && <Steps data={data} busy={busy} onTest={test} />}
      {shown && (
        <Text fz="sm" mt="md">
          {m.otherTrade()}{' '}
          <Anchor component={Link} to={`${settingsSectionPath('programme')}?edit=programmeFile`} fz="sm" underline="always">
            {m.beginWithExample()}
          </Anchor>
        </Text>
      )}
    </section>
  )
}
