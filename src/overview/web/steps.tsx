import { Anchor, Button, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

interface Step {
  readonly done: boolean
  readonly text: string
  readonly why: ReactNode
  /** Page of the step; null while someone else must act first. */
  readonly path: string | null
}

/** Onboarding steps of a new partner; the next one is a button. Hidden once complete. */
export default function Steps({ steps }: { steps: NonNullable<Overview['steps']> }) {
  const { providerName, contactEmail } = useSettings()
  const contract: Step =
    steps.contractAssigned || steps.contractSigned
      ? {
          done: steps.contractSigned,
          text: 'Sign your contract',
          why: 'It opens your leads, commissions and resources',
          path: pagePaths.contract,
        }
      : {
          done: false,
          text: `${providerName} is preparing your contract`,
          why: (
            <>
              You get an e-mail as soon as you can sign it. Any question?{' '}
              {contactEmail ? (
                <Anchor href={`mailto:${contactEmail}`} fz="inherit" underline="always">
                  {contactEmail}
                </Anchor>
              ) : (
                `Ask ${providerName}.`
              )}
            </>
          ),
          path: null,
        }
  const all: readonly Step[] = [
    contract,
    {
      done: steps.bankDetails,
      text: 'Add your bank details',
      why: 'So that your commissions can be paid',
      path: pagePaths.paymentInfo,
    },
    { done: steps.firstLead, text: 'Add your first lead', why: 'Your first commission starts here', path: pagePaths.leads },
  ]
  const next = all.findIndex((step) => !step.done)
  if (next < 0) return null
  return (
    <section className={classes.panel} aria-labelledby="steps">
      <Title order={2} fz={20} mb="sm" id="steps">
        To get started
      </Title>
      <ol className={classes.steps}>
        {all.map((step, index) => (
          <li key={step.text} data-done={step.done || undefined} aria-current={index === next ? 'step' : undefined}>
            <span className={classes.mark}>
              {step.done ? <IconCheck size={15} aria-label="done" role="img" /> : <span>{index + 1}</span>}
            </span>
            <span className={classes.stepText}>
              {index === next && step.path ? (
                <Button component={Link} to={step.path} size="sm">
                  {step.text}
                </Button>
              ) : (
                step.text
              )}
              <SoftText span fz={step.path ? 'xs' : 'sm'}>
                {step.why}
              </SoftText>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
