import { type Cents, formatEurosExact, percentOf, percentText } from '#platform/domain/money.ts'
import { type Named, nameIn } from '#platform/domain/names.ts'
import type { Days } from '#platform/domain/periods.ts'
import { m } from '../messages/messages.ts'
import { type BonusDefinition, type BonusMeasure, countsAll } from './definition.ts'
import type { BonusStanding, CapCut, LineRest } from './lines.ts'
import type { StoredReason } from './stored-lines.ts'

/** Which rule, in which version, made a commission. */
export interface RuleMade {
  /** Whether it is of one partner. */
  readonly isOwn: boolean
  readonly offer: Named | null
  readonly version: number
}

/** 'Rule of the offer Essentielle, version 2'. */
export function ruleMadeText({ isOwn, offer, version }: RuleMade): string {
  if (!offer) return isOwn ? m.madeByOwnTerms({ version }) : m.madeByProgramme({ version })
  const of = { offer: nameIn(offer), version }
  return isOwn ? m.madeByOwnOffer(of) : m.madeByOffer(of)
}

/** What a line is of: its revenue and its amount, as they are stored. */
interface MadeAmounts {
  readonly revenueCents: Cents
  readonly amountCents: Cents
}

const euros = formatEurosExact

/** '; the cap of 5 000,00 € a year leaves 800,00 €'. */
function cutText(cut: CapCut | null): string {
  if (!cut) return ''
  const values = { cap: euros(cut.capCents), room: euros(cut.roomCents) }
  return cut.by === 'lead' ? m.cutByLead(values) : m.cutByYear(values)
}

const shareText = (basisPoints: number, leadRevenueCents: Cents): string =>
  basisPoints === 10_000 ? '' : m.shareOf({ percent: percentText(basisPoints / 100), revenue: euros(leadRevenueCents) })

const counted = (measure: BonusMeasure, value: number): string =>
  measure === 'signatures' ? m.signaturesCounted({ count: value }) : euros(value)

const periodText = ({ from, to }: Days): string => {
  const [year, month] = from.split('-')
  return to.slice(5, 7) === '12' && month === '01' ? (year ?? '') : `${month}-${to.slice(5, 7)}/${year}`
}

/** '5 signatures', or '5 signatures over all offers'. */
function reachedText(bonus: BonusDefinition, value: number): string {
  const reached = counted(bonus.measure, value)
  return countsAll(bonus) ? m.overAllOffers({ value: reached }) : reached
}

function bonusText({ bonus, period, value, countedCents, targetCents, beforeCents }: BonusStanding): string {
  const { measure, pays } = bonus
  const reached = { period: periodText(period), value: reachedText(bonus, value), from: counted(measure, bonus.from) }
  const target = euros(targetCents)
  const sum =
    'percent' in pays
      ? m.bonusPercentText({ ...reached, counted: euros(countedCents), percent: percentText(pays.percent), target })
      : m.bonusSumText({ ...reached, target })
  return beforeCents === 0 ? sum : `${sum}${m.lessPaidBefore({ before: euros(beforeCents) })}`
}

/** What made a line smaller before it counted: what was taken of it, and the departure of its client. */
function takenText({ amountCents }: LineRest, stay: StoredReason['stay']): string {
  const taken = amountCents - (stay?.amountCents ?? 0)
  const before = taken > 0 ? m.takenWhilePending({ amount: euros(taken) }) : ''
  if (!stay) return before
  const { months, stayed } = stay
  return before + m.lessForLeaving({ stayed, months, open: months - stayed, amount: euros(stay.amountCents) })
}

/** The arithmetic of a commission, as its rule made it: a sentence without full stop. */
export function reasonText(reason: StoredReason, { revenueCents, amountCents }: MadeAmounts): string {
  const taken = reason.taken ? takenText(reason.taken, reason.stay) : ''
  switch (reason.why) {
    case 'rate': {
      const revenue = revenueCents + (reason.taken?.revenueCents ?? 0)
      const product = `${euros(revenue)} × ${percentText(reason.ratePercent)} = ${euros(reason.grossCents)}`
      const rounded = percentOf(revenue, reason.ratePercent) === reason.grossCents ? '' : m.roundedTogether()
      return `${shareText(reason.shareBasisPoints, reason.leadRevenueCents)}${product}${rounded}${cutText(reason.cut)}${taken}`
    }
    case 'fixed': {
      const sum = reason.fixedCents === 0 ? m.noFurtherFixed() : m.fixedSumText({ amount: euros(reason.fixedCents) })
      return `${shareText(reason.shareBasisPoints, reason.leadRevenueCents)}${sum}${cutText(reason.cut)}${taken}`
    }
    case 'bonus':
      return `${bonusText(reason)}${cutText(reason.cut)}${taken}`
    case 'bonus_lost':
      return m.bonusLostText({
        period: periodText(reason.period),
        value: reachedText(reason.bonus, reason.value),
        from: counted(reason.bonus.measure, reason.bonus.from),
        target: euros(reason.targetCents),
        amount: euros(-amountCents),
      })
    case 'left': {
      const { months, stayed } = reason
      return m.leftText({ stayed, months, open: months - stayed, amount: euros(-amountCents) })
    }
    case 'taken_back': {
      if (reason.isRest || reason.ratePercent === null) return m.restTakenBack({ amount: euros(-amountCents) })
      if (reason.left) {
        const { months, stayed } = reason.left
        return m.partTakenAfterLeaving({ stayed, months, amount: euros(-amountCents) })
      }
      const product = `${euros(-revenueCents)} × ${percentText(reason.ratePercent)}`
      const [gross, amount] = [-reason.grossCents, -amountCents]
      const rounded = percentOf(-revenueCents, reason.ratePercent) === gross ? '' : m.roundedTogether()
      const cut = gross === amount ? '' : m.lessCut({ gross: euros(gross), cut: euros(gross - amount) })
      return m.partTakenBack({ product: `${product}${rounded}${cut}`, amount: euros(amount) })
    }
  }
}
