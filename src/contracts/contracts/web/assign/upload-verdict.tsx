import { Text } from '@mantine/core'
import type { SignRemark, SignRoute } from '#platform/domain/seal-routes.ts'
import { IconFileCertificate } from '#platform/web/ui/icons.ts'
import { m } from '../../messages/messages.ts'
import classes from '../evidence/evidence.module.css'
import { remarkMessages, sealKindMessages } from './seal-kind-labels.ts'

interface UploadVerdictProps {
  readonly route: SignRoute
  readonly remarks: readonly SignRemark[]
  readonly pages?: number | null
}

/** Inspection result of an upload: the type and how it will be sealed. */
export function UploadVerdict({ route, remarks, pages = null }: UploadVerdictProps) {
  const reasons = remarkMessages(route, remarks)
  const kind = remarks.includes('word') ? m.wordDocument() : route === 'link' ? m.externalLink() : 'PDF'
  return (
    <div className={classes.verdict}>
      <IconFileCertificate size={18} aria-hidden="true" />
      <div>
        <Text fz="sm" fw={600} component="p">
          {kind}
          {pages ? `, ${m.pageCount({ pages })}` : ''}
        </Text>
        <p>{sealKindMessages[route]}</p>
        {reasons.length > 0 && (
          <ul>
            {reasons.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
