import * as z from 'zod/mini'
import { payoutFormats } from '#domain/bank/payout-batch.ts'
import { commissionBases } from '#domain/commissions.ts'
import { ibanChecksOut } from '#domain/iban.ts'
import { sirenError } from '#domain/invoices/company-numbers.ts'
import { englishAmountMessages } from '#domain/typed-amounts.ts'
import { route } from './route.ts'
import { centsSum, optionalText } from './shapes.ts'
import { typedCents } from './typed-cents.ts'

const wrongIban = 'This IBAN does not check out'
const wrongBic = 'A BIC has 8 or 11 letters and digits'

const days = z.int('Between 0 and 90 days').check(z.minimum(0, 'Between 0 and 90 days'), z.maximum(90, 'Between 0 and 90 days'))

/** How payouts leave and who pays them. `iban`: absent keeps the account, null removes it. */
export const programmeForm = z.strictObject({
  commissionBasis: z.enum(commissionBases),
  minimumPayoutCents: typedCents(englishAmountMessages('The minimum')),
  /** Payouts above it are approved by somebody else than who issued them. */
  secondApprovalAboveCents: typedCents(englishAmountMessages('The limit')),
  /** In which a partner may contest a statement before it counts as accepted. */
  acceptanceDays: days,
  invoiceRequired: z.boolean(),
  legalName: optionalText(100),
  legalForm: optionalText(100),
  siren: z._default(
    z.string().check(
      z.overwrite((value) => value.replace(/\s+/g, '')),
      z.refine((value) => value === '' || sirenError(value) === null, 'This SIREN does not check out'),
    ),
    '',
  ),
  vatNumber: optionalText(20),
  street: optionalText(70),
  buildingNumber: optionalText(16),
  postcode: optionalText(16),
  town: optionalText(35),
  country: z.string('Two letters, such as FR').check(z.regex(/^[A-Z]{2}$/, 'Two letters, such as FR')),
  iban: z.optional(
    z.nullable(
      z.string(wrongIban).check(
        z.overwrite((value) => value.replace(/\s+/g, '').toUpperCase()),
        z.refine(ibanChecksOut, wrongIban),
      ),
    ),
  ),
  bic: z._default(
    z.string().check(
      z.overwrite((value) => value.replace(/\s+/g, '').toUpperCase()),
      z.refine((value) => value === '' || /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/.test(value), wrongBic),
    ),
    '',
  ),
  /** Identification that some banks ask for beside the name. */
  bankContract: optionalText(35),
  batchBooking: z.boolean(),
  fileFormat: z.enum(payoutFormats),
})

export const programme = z.object({
  commissionBasis: z.enum(commissionBases),
  minimumPayoutCents: centsSum,
  secondApprovalAboveCents: centsSum,
  acceptanceDays: z.int(),
  invoiceRequired: z.boolean(),
  legalName: z.string(),
  legalForm: z.string(),
  siren: z.string(),
  vatNumber: z.string(),
  street: z.string(),
  buildingNumber: z.string(),
  postcode: z.string(),
  town: z.string(),
  country: z.string(),
  /** 'FR76 •••• 0189'; null without one, and when it cannot be decrypted any more. */
  maskedIban: z.nullable(z.string()),
  bic: z.string(),
  bankContract: z.string(),
  batchBooking: z.boolean(),
  fileFormat: z.enum(payoutFormats),
})
export type Programme = z.infer<typeof programme>

export const programmeRoutes = {
  getProgramme: route('GET', '/programme', {
    summary: 'How commissions become due and payouts leave; of the account that pays, only a part of its number',
    who: 'admin',
    returns: programme,
  }),
  saveProgramme: route('PUT', '/programme', {
    summary: 'Change how payouts leave; without `iban` the account stays',
    who: 'admin',
    body: programmeForm,
    returns: programme,
  }),
}
