import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { nameOf } from '../domain.ts'

interface PartnerLinkProps {
  readonly partner: { readonly id: string; readonly name: string; readonly deleted?: boolean }
  /** Cuts a long name after two lines, as cells of tables do. Default: true. */
  readonly clamped?: boolean
}

/** The address of a partner's page. */
export const partnerPath = (id: string) => `${pagePaths.partners}/${id}`

/** A partner's name, for staff: it leads to their page. */
export function PartnerLink({ partner, clamped = true }: PartnerLinkProps) {
  const name = nameOf({ name: partner.name, deleted: partner.deleted ?? false })
  return (
    <Link
      to={partnerPath(partner.id)}
      className={clamped ? 'name-link clamp' : 'name-link'}
      title={clamped ? name : undefined}
      // On a card, dragging has to move the card, not the link.
      draggable={false}
    >
      {name}
    </Link>
  )
}
