import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { ErrorState, ListLoading } from '#platform/web/ui/page/states.tsx'
import type { IdentityProvider } from '../api.ts'
import { identityProviderQuery } from './data.ts'

export interface PartDialogProps {
  readonly title: string
  readonly provider: IdentityProvider
  readonly onClose: () => void
}

interface ProviderLoaderProps {
  readonly title: string
  readonly form: ComponentType<PartDialogProps>
  readonly onClose: () => void
}

/** Opens a form once it is known what is set. */
export function ProviderLoader({ title, form: Form, onClose }: ProviderLoaderProps) {
  const { data, error, refetch } = useQuery({ ...identityProviderQuery, staleTime: 0 })
  if (data) return <Form title={title} provider={data} onClose={onClose} />
  return (
    <SideDialog onClose={onClose} title={title} position="right">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListLoading rows={6} />}
    </SideDialog>
  )
}
