import { formatEuros } from '#platform/domain/money.ts'
import { parseTypedEuros } from '#platform/domain/typed-amounts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { proposedAmount } from '../domain/offers.ts'
import { m } from '../messages/messages.ts'
import type { TypedOffer } from './offer-form.ts'
import classes from './offers.module.css'

/** What the amounts as typed would propose; null for none, or while they are no amounts. */
function proposalOf({ suggestedCents, leastCents, mostCents }: TypedOffer): number | null {
  const read = (text: string) => (text.trim() === '' ? null : parseTypedEuros(text))
  return proposedAmount({ suggestedCents: read(suggestedCents), leastCents: read(leastCents), mostCents: read(mostCents) })
}

/** How an offer is seen as it is typed: on the cards of both sides, and in a partner's form on a phone. */
export function OfferPreview({ values }: { readonly values: TypedOffer }) {
  const partnerName = values.name.trim() || m.nameOfOffer()
  const staffName = values.staffName.trim() || m.nameOfOffer()
  const proposal = proposalOf(values)
  return (
    <section className={classes.preview} aria-label={m.preview()}>
      <h3 className={classes.previewTitle}>{m.preview()}</h3>
      {[
        [m.onPartnersCard(), partnerName],
        [m.onStaffsCard(), staffName],
      ].map(([title, name]) => (
        <figure key={title} className={classes.figure}>
          <figcaption>{title}</figcaption>
          <div className={classes.card}>
            <strong>{m.sampleContact()}</strong>
            <SoftText component="span">{m.sampleCompany()}</SoftText>
            <span className={classes.cardFacts}>
              <span className="figure">{formatEuros(proposal ?? 500_000)}</span>
              <span className={classes.badge}>{name}</span>
            </span>
          </div>
        </figure>
      ))}
      <figure className={classes.figure}>
        <figcaption>{m.inFormOnPhone()}</figcaption>
        <div className={classes.phone}>
          <span className={classes.field}>{m.offerType()}</span>
          <span className={classes.input}>{partnerName}</span>
          {values.description.trim() && <SoftText component="span">{values.description.trim()}</SoftText>}
          <span className={classes.field}>{m.estimatedAmount()}</span>
          <span className={`figure ${classes.input}`}>{proposal === null ? '' : formatEuros(proposal)}</span>
        </div>
      </figure>
    </section>
  )
}
