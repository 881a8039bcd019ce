import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import classes from './own-money.module.css'

/** Says what an unlocked partner without a contact begins with. */
export function Welcome() {
  return (
    <section className={`${classes.panel} ${classes.welcome}`} aria-label="Bienvenue" lang="fr">
      <p>
        <strong>Votre espace est ouvert : ajoutez votre premier contact</strong>
        <span className={classes.hint}>Votre première commission commence ici.</span>
      </p>
      <Button
        component={Link}
        to={`${pagePaths.leads}?add=lead`}
        leftSection={<IconPlus size={18} aria-hidden="true" />}
        className={classes.act ?? ''}
      >
        Ajouter un contact
      </Button>
    </section>
  )
}
