import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'
import classes from './first-lead.module.css'

/** Says what a partner begins with once the contract is signed, until the first lead is there. */
export default function FirstLead() {
  return (
    <section className={classes.panel} aria-label={m.firstContact()}>
      <p>
        <strong>{m.spaceIsOpen()}</strong>
        <span>{m.firstCommission()}</span>
      </p>
      <Button
        component={Link}
        to={`${pagePaths.leads}?add=lead`}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        className={classes.button ?? ''}
      >
        {m.addContact()}
      </Button>
    </section>
  )
}
