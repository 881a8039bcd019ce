import { Title } from '@mantine/core'
import type { SealCheck, SealReport } from './seal-check.ts'
import classes from './verify-page.module.css'

const states = {
  intact: 'Intact : ce qu’il couvre n’a pas changé',
  broken: 'Rompu : ce qu’il couvre a changé',
  unreadable: 'Non vérifié : ce navigateur ne connaît pas son algorithme',
} as const satisfies Record<SealReport['is'], string>

const trusts = {
  portal: 'Certificat émis par l’autorité de ce portail',
  other: 'Certificat émis par une autre autorité que celle de ce portail',
  unknown: 'Autorité non vérifiée : le portail n’a pas pu la donner',
} as const satisfies Record<SealReport['trust'], string>

/** Results of the local check for each seal, independent of the portal's answer. */
export function SealFacts({ check }: { check: SealCheck }) {
  return (
    <section className={classes.own} aria-label="Vérifié dans votre navigateur">
      <Title order={3} fz={14}>
        Vérifié dans votre navigateur, sans le portail
      </Title>
      {check.seals.length === 0 && (
        <p>
          {check.is === 'unsealed'
            ? 'Ce fichier ne porte pas de sceau.'
            : 'Ce fichier porte un sceau que cette page ne sait pas lire.'}
        </p>
      )}
      <ul>
        {check.seals.map((seal, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of seals in a file is what they are known by
          <li key={at}>
            <strong>
              Sceau {at + 1} sur {check.seals.length}
            </strong>
            <span>{states[seal.is]}</span>
            <span>{coverOf(seal, at === check.seals.length - 1)}</span>
            <span>
              {trusts[seal.trust]} : {seal.certificate}
            </span>
            {seal.isTimestamped && <span>Horodatage présent, non vérifié ici</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function coverOf({ coversWholeFile }: SealReport, isLast: boolean): string {
  if (coversWholeFile) return 'Couvre le fichier entier'
  return isLast
    ? 'Ne couvre pas le fichier entier : quelque chose a été ajouté après lui'
    : 'Couvre la version d’avant le sceau suivant'
}
