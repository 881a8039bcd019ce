import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { toastFailure, toastFault, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type SetupChecklist as Checklist, setupRoutes } from '../api.ts'
import { type SetupStep, setupLabels } from '../domain.ts'

const SettingsDrawer = lazy(() => import('#provider/programme/web/settings-drawer.tsx'))
const TiersDialog = lazy(() => import('#money/tiers/web/tiers-dialog.tsx'))

export const readChecklist = () => call(setupRoutes.getSetup, {})

interface Props {
  readonly data: Checklist
  /** The class of the frame around it, which the page that shows it lays out. */
  readonly className: string | undefined
  readonly readAgain: () => Promise<unknown>
}

const paths: Partial<Record<SetupStep, string>> = {
  template: pagePaths.adminContracts,
  invitation: `${pagePaths.partners}?add=partner`,
}

async function sendTest(readAgain: Props['readAgain']): Promise<void> {
  try {
    const { sentTo, error } = await call(setupRoutes.testMail, {})
    if (error) toastFault('The test mail was not sent', error)
    else toastSuccess('Test mail sent', `Look whether it arrives at ${sentTo}`)
  } catch (error) {
    toastFailure('Error', error)
  }
  await readAgain()
}

/** What a new portal still has to be set up with. */
export default function SetupChecklist({ data, className, readAgain }: Props) {
  const [open, setOpen] = useState<'identity' | 'tiers' | null>(null)
  const { busy, run: doing } = useAction((work: () => Promise<unknown>) => work())
  const act = (step: SetupStep) => {
    if (step === 'mail') doing(() => sendTest(readAgain))
    if (step === 'identity') setOpen(step)
    if (step === 'tiers') {
      setOpen(step)
      void call(setupRoutes.noteTiersSeen, {}).catch((error: unknown) => toastFailure('Error', error))
    }
  }
  const close = () => {
    setOpen(null)
    void readAgain()
  }
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
                  <Button size="compact-sm" variant="default" disabled={busy} onClick={() => act(step)}>
                    {action}
                  </Button>
                )}
              </Group>
            </li>
          )
        })}
      </ul>
      <Suspense>
        {open === 'identity' && <SettingsDrawer onClose={close} />}
        {open === 'tiers' && <TiersDialog onClose={close} />}
      </Suspense>
    </section>
  )
}
