import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { settingsSectionPath } from '#provider/settings/domain/section-path.ts'
import { type SetupChecklist as Checklist, setupRoutes } from '../api.ts'
import { type SetupStep, setupLabels } from '../domain.ts'
import { sendTestMail } from './send-test-mail.ts'

export const readChecklist = () => call(setupRoutes.getSetup, {})

interface Props {
  readonly data: Checklist
  /** The class of the frame around it, which the page that shows it lays out. */
  readonly className: string | undefined
  readonly readAgain: () => Promise<unknown>
}

/** Each step leads to where it is done; the test mail is sent at once. */
const paths: Partial<Record<SetupStep, string>> = {
  identity: settingsSectionPath('identity'),
  tiers: `${settingsSectionPath('programme')}?edit=tiers`,
  template: pagePaths.adminContracts,
  invitation: `${pagePaths.partners}?add=partner`,
}

/** What a new portal still has to be set up with. */
export default function SetupChecklist({ data, className, readAgain }: Props) {
  const { busy, run: doing } = useAction((work: () => Promise<unknown>) => work())
  return (
    <section className={className} aria-labelledby="setup">
      <Group justify="space-between" mb="sm">
        <Title order={2} fz={20} id="setup">
          Set up your portal
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          className="quiet-danger"
          disabled={busy}
          onClick={() => doing(() => call(setupRoutes.dismissSetup, {}).then(readAgain))}
        >
          Put away
        </Button>
      </Group>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 14 }}>
        {data.steps.map(({ step, done }) => {
          const { title, why, action } = setupLabels[step]
          const path = paths[step]
          return (
            <li key={step}>
              <Group justify="space-between" gap="sm">
                <div style={{ flex: '1 1 260px', minWidth: 0 }}>
                  <Text fw={500}>
                    {done && <IconCheck size={16} aria-label="Done" role="img" />} {title}
                  </Text>
                  <SoftText>{why}</SoftText>
                  {step === 'mail' && data.mailTrouble && (
                    <Text fz="sm" c="var(--danger-ink)" style={{ overflowWrap: 'anywhere' }}>
                      {data.mailTrouble}
                    </Text>
                  )}
                </div>
                {!done && path && (
                  <Anchor component={Link} to={path} fz="sm" underline="always">
                    {action}
                  </Anchor>
                )}
                {!done && !path && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={busy}
                    onClick={() => doing(() => sendTestMail(readAgain))}
                  >
                    {action}
                  </Button>
                )}
              </Group>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
