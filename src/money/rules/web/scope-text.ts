import type { ListedRule } from '../api/rules.ts'
import { m } from '../messages/messages.ts'

/** What a rule is for: 'Offer Essentielle', 'Own terms of Marie Dupont'. */
export function scopeText({ partner, offer }: Pick<ListedRule, 'partner' | 'offer'>): string {
  if (partner && offer) return m.scopePartnerOffer({ partner: partner.name, offer: offer.name })
  if (partner) return m.scopePartner({ partner: partner.name })
  return offer ? m.scopeOffer({ offer: offer.name }) : m.scopeProgramme()
}
