import { Button } from '@mantine/core'
import type { SignRemark } from '#platform/domain/seal-routes.ts'
import { IconDownload, IconExternalLink, IconFileTypeDocx, IconInfoCircle, IconLink } from '#platform/web/ui/icons.ts'
import type { SigningSheet } from '../api/signing.ts'
import classes from './signing.module.css'

/** Findings that matter to the signer. */
const remarkWords: Partial<Record<SignRemark, string>> = {
  already_signed: 'Ce PDF porte déjà une signature et ne sera pas modifié.',
  xfa: 'Ce PDF est un formulaire XFA : il peut ne pas s’afficher ici en entier, téléchargez-le pour le lire.',
  owner_restricted: 'Ce PDF interdit les modifications et ne sera pas modifié.',
}

/** Explains what is sealed if it is not the PDF itself. */
export function RemarkNote({ sheet }: { sheet: SigningSheet }) {
  if (sheet.route !== 'B' || !sheet.pdfUrl) return null
  const remarks = sheet.contract.remarks.map((remark) => remarkWords[remark]).filter(Boolean)
  return (
    <p className={classes.remark}>
      <IconInfoCircle size={18} aria-hidden="true" />
      <span>
        {remarks.join(' ')} Ce qui sera scellé est un certificat PDF qui contient ce fichier, inchangé, et son empreinte SHA-256.
      </span>
    </p>
  )
}

/** Placeholder for documents that cannot be displayed, with a link and what will be sealed. */
export function LinkedDocument({ sheet }: { sheet: SigningSheet }) {
  const { document } = sheet.contract
  if (!document) return <p className={classes.elsewhere}>Aucun document n’est joint à ce contrat.</p>
  if (document.kind === 'link') {
    return (
      <div className={classes.elsewhere}>
        <IconLink size={40} stroke={1.4} aria-hidden="true" />
        <h3>Document à une adresse extérieure</h3>
        <p className={classes.address}>{document.url}</p>
        <p>
          Ouvrez-le et lisez-le avant de signer. Son contenu n’est pas détenu par le portail : le certificat qui sera scellé
          atteste votre accord sur le document que désigne cette adresse, et non ce qu’elle affiche.
        </p>
        <Button
          component="a"
          href={sheet.linkUrl ?? document.url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden="true" />}
        >
          Ouvrir le document
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.elsewhere}>
      <IconFileTypeDocx size={40} stroke={1.4} aria-hidden="true" />
      <h3>{document.fileName ?? 'Document Word'}</h3>
      <p>
        Ce document est un fichier Word, que la page ne peut pas afficher : téléchargez-le et lisez-le avant de signer. Ce qui
        sera scellé est un certificat PDF qui contient ce fichier Word, inchangé, et son empreinte SHA-256.
      </p>
      <Button component="a" href={document.url} download leftSection={<IconDownload size={16} aria-hidden="true" />}>
        Télécharger le document
      </Button>
    </div>
  )
}
