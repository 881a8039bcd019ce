import { Anchor, Button, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
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
  const { providerName, contactEmail, sendsMail } = useSettings()
  const mails = sendsMail ? 'yes' : 'no'
  const contract: Step =
    steps.contractAssigned || steps.contractSigned
      ? {
          done: steps.contractSigned,
          text: m.signContract(),
          why: m.signContractHint(),
          path: pagePaths.contract,
        }
      : {
          done: false,
          text: m.contractPrepared({ providerName }),
          why: contactEmail
            ? m.questionTo({
                mails,
                email: contactEmail,
                link: (parts) => (
                  <Anchor key="link" href={`mailto:${contactEmail}`} fz="inherit" underline="always">
                    {parts}
                  </Anchor>
                ),
              })
            : m.questionToProvider({ mails, providerName }),
          path: null,
        }
  const all: readonly Step[] = [
    contract,
    {
      done: steps.bankDetails,
      text: m.addBankDetails(),
      why: m.addBankDetailsHint(),
      path: pagePaths.paymentInfo,
    },
    { done: steps.firstLead, text: m.addFirstLead(), why: m.addFirstLeadHint(), path: pagePaths.leads },
  ]
  const next = all.findIndex((step) => !step.done)
  if (next < 0) return null
  return (
    <section className={classes.panel} aria-labelledby="steps">
      <Title order={2} fz={20} mb="sm" id="steps">
        {m.toGetStarted()}
      </Title>
      <ol className={classes.steps}>
        {all.map((step, index) => (
          <li key={step.text} data-done={step.done || undefined} aria-current={index === next ? 'step' : undefined}>
            <span className={classes.mark}>
              {step.done ? <IconCheck size={15} aria-label={m.done()} role="img" /> : <span>{index + 1}</span>}
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
