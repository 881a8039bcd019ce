import { Button, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

/** The way in for a new partner: what is left to do, the next thing as a button. Gone when all is done. */
export function Steps({ steps }: { steps: NonNullable<Overview['steps']> }) {
  const all = [
    {
      done: steps.contractSigned,
      text: 'Sign your contract',
      why: 'It opens your leads, commissions and resources',
      path: '/dashboard/contract',
    },
    {
      done: steps.bankDetails,
      text: 'Add your bank details',
      why: 'So that your commissions can be paid',
      path: '/dashboard/payment-info',
    },
    { done: steps.firstLead, text: 'Add your first lead', why: 'Your first commission starts here', path: '/dashboard/leads' },
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
              {index === next ? (
                <Button component={Link} to={step.path} size="sm">
                  {step.text}
                </Button>
              ) : (
                step.text
              )}
              <Text span fz="xs" c="var(--ink-soft)">
                {step.why}
              </Text>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
