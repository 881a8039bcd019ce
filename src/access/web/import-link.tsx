import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { importPath } from '#access/domain/page-paths.ts'
import { m } from '#platform/messages/messages.ts'
import { IconUpload } from '#platform/web/ui/icons.ts'

/** Leads to where a file of this kind is brought in. */
export function ImportLink({ kind }: { readonly kind: string }) {
  return (
    <Button component={Link} to={importPath(kind)} variant="default" leftSection={<IconUpload size={18} aria-hidden="true" />}>
      {m.importOwn()}
    </Button>
  )
}
