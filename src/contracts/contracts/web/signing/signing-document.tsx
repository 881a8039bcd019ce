import { Button } from '@mantine/core'
import type { SignRemark } from '#platform/domain/seal-routes.ts'
import { IconDownload, IconExternalLink, IconFileTypeDocx, IconInfoCircle, IconLink } from '#platform/web/ui/icons.ts'
import type { SigningSheet } from '../../api/signing.ts'
import { m } from '../../messages/messages.ts'
import classes from './signing.module.css'

/** Findings that matter to the signer. */
const remarkWords: Partial<Record<SignRemark, string>> = {
  already_signed: m.signingIsSigned(),
  xfa: m.isXfa(),
  owner_restricted: m.signingIsRestricted(),
}

/** Explains what is sealed if it is not the PDF itself. */
export function RemarkNote({ sheet }: { sheet: SigningSheet }) {
  if (sheet.route !== 'B' || !sheet.pdfUrl) return null
  const remarks = sheet.contract.remarks.map((remark) => remarkWords[remark]).filter(Boolean)
  return (
    <p className={classes.remark}>
      <IconInfoCircle size={18} aria-hidden="true" />
      <span>
        {remarks.join(' ')} {m.signingSealsCertificate()}
      </span>
    </p>
  )
}

/** Placeholder for documents that cannot be displayed, with a link and what will be sealed. */
export function LinkedDocument({ sheet }: { sheet: SigningSheet }) {
  const { document } = sheet.contract
  if (!document) return <p className={classes.elsewhere}>{m.noDocument()}</p>
  if (document.kind === 'link') {
    return (
      <div className={classes.elsewhere}>
        <IconLink size={40} stroke={1.4} aria-hidden="true" />
        <h3>{m.externalDocument()}</h3>
        <p className={classes.address}>{document.url}</p>
        <p>{m.externalDocumentText()}</p>
        <Button
          component="a"
          href={sheet.linkUrl ?? document.url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden="true" />}
        >
          {m.signingOpenDocument()}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.elsewhere}>
      <IconFileTypeDocx size={40} stroke={1.4} aria-hidden="true" />
      <h3>{document.fileName ?? m.wordDocument()}</h3>
      <p>{m.wordDocumentText()}</p>
      <Button component="a" href={document.url} download leftSection={<IconDownload size={16} aria-hidden="true" />}>
        {m.downloadDocument()}
      </Button>
    </div>
  )
}
