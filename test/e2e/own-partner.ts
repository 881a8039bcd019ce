import type { Browser } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { type ApiOf, acceptByApi, otherStaff } from './colleagues.ts'

interface OwnPartner {
  readonly id: string
  /** What they send. */
  readonly theirs: ApiOf
  readonly staff: ApiOf
}

/**
 * A partner of a test's own, with a contract in force and nothing else, whom `openAs` signs in. Staff invite them and they
 * come in by the API; their password is `passwordOfColleagues`.
 */
export async function ownPartner(
  browser: Browser,
  portal: PortalProcess,
  { fullName, email }: { readonly fullName: string; readonly email: string },
): Promise<OwnPartner> {
  const staff = await otherStaff(browser, portal)
  const { id } = await staff.send<{ id: string }>('post', '/invitations', { email, fullName, role: 'partner' })
  const theirs = await acceptByApi(browser, portal, { name: fullName, email })
  const document = { kind: 'link', url: 'https://documents.example/contract' }
  await staff.send('post', '/contracts', { partnerId: id, title: 'Contrat de partenariat', contractType: 'main', document })
  await staff.send('post', `/partners/${id}/contract/validate`, {})
  return { id, theirs, staff }
}
