import { formatReference } from '#platform/domain/references.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import type { Receipt } from './data.ts'
import type { Words } from './file-messages.ts'
import classes from './verify-page.module.css'

export const receiptWords: Words = {
  tone: 'known',
  title: 'Récépissé d’apport connu',
  text:
    'Ce portail a scellé un récépissé sous cette référence. Pour savoir si votre fichier est celui-là, et inchangé, ' +
    'déposez-le ci-dessus.',
}

/** What a receipt of a registration says, and whether the journal still holds it. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { reference, number, provider, partner, company, submitted, recordSha256, fileSha256, madeAt, journal } = receipt
  return (
    <dl className={classes.facts}>
      <dt>Récépissé</dt>
      <dd>
        {number}
        <small className="figure">{formatReference(reference)}</small>
      </dd>
      <dt>Inscription</dt>
      <dd>
        {company}, apportée par {partner} à {provider}
      </dd>
      <dt>Enregistrée le</dt>
      <dd>{submitted}</dd>
      <dt>Journal du portail</dt>
      <dd>
        {journal.holds
          ? `Ligne ${journal.seq} : elle y est toujours, inchangée.`
          : `Ligne ${journal.seq} : le journal ne contient plus cette ligne telle qu’elle a été inscrite.`}
        <small>{journal.closedOn ? closedText(journal.closedOn, journal.stampedAt) : 'La journée n’est pas encore close.'}</small>
      </dd>
      <dt>Empreinte SHA-256 de cette ligne</dt>
      <dd className={classes.hash}>{journal.hash}</dd>
      <dt>Empreinte SHA-256 de l’inscription</dt>
      <dd className={classes.hash}>{recordSha256}</dd>
      <dt>Empreinte SHA-256 du récépissé, établi le {longDate(madeAt)}</dt>
      <dd className={classes.hash}>{fileSha256}</dd>
    </dl>
  )
}

function closedText(day: string, stampedAt: string | null): string {
  const closed = `Journée du ${dayText(day)} close`
  return stampedAt ? `${closed}, horodatée par un service d’horodatage le ${longDate(stampedAt)}.` : `${closed}, sans horodatage.`
}
