import type { Actor } from '#access/domain/actor.ts'
import { savePaymentInfo } from '#money/bank-details/server/commands.ts'
import { ibanChecksOut } from '#platform/domain/iban.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { RunAs } from './run-as.ts'

interface DemoBankDetails {
  readonly iban: string
  readonly accountHolder?: string
  /** The IBAN that `iban` replaced a day ago. */
  readonly before?: string
}

/** One partner or more in each state that staff can filter by; the others are complete. */
const bankDetails: Readonly<Record<string, DemoBankDetails | null>> = {
  'Camille Lefèvre': { iban: 'FR7630006000011234567890189', accountHolder: 'Lefèvre Conseil' },
  'Antoine Girard': { iban: 'FR7630006000019876543210173', accountHolder: 'Cabinet Girard & Cie' },
  // Shared.
  'Sophie Moreau': { iban: 'FR7630006000011112223334429' },
  'Julien Perrin': { iban: 'FR7630006000011112223334429' },
  'Nadia Benali': { iban: 'FR7630006000015556667778856', accountHolder: 'Benali Expertise' },
  // Changed less than 72 hours ago.
  'Thomas Rousseau': {
    iban: 'FR7630006000012468101214116',
    accountHolder: 'Rousseau Réseau',
    before: 'FR7630006000011357911131565',
  },
  'Claire Fontaine': { iban: 'FR7630006000012020202020205' },
  // The checksum does not match.
  'Mathieu Caron': { iban: 'FR7630006000013141592653569' },
  // Missing.
  'Inès Garnier': null,
}

/** Whether runs of the past months could pay the partner: the others were paid one by one. */
export function isPaidByRuns(fullName: string): boolean {
  const details = bankDetails[fullName]
  return Boolean(details && !details.before && ibanChecksOut(details.iban))
}

/** Saves a sample partner's bank details, five days after the contract. */
export async function seedBankDetails(
  portal: Portal,
  runAs: RunAs,
  partner: Actor,
  { fullName, company, number, savedAt }: { fullName: string; company: string; number: number; savedAt: Date },
): Promise<void> {
  const details = bankDetails[fullName]
  if (!details) return
  const { iban, before, accountHolder } = details
  const town = { postcode: '44000', town: 'Nantes', postalCountry: 'FR' }
  const holder = accountHolder ? { accountHolder, street: 'rue du Port', buildingNumber: String(number), ...town } : {}
  const form = { company, address: `${number} rue du Port, 44000 Nantes`, country: 'France', ...holder }
  const save = (at: Date, current: string) =>
    runAs(partner, at, (context) =>
      savePaymentInfo(context, portal.config, { ...form, iban: current }, { by: 'password', given: true }),
    )
  await save(savedAt, before ?? iban)
  if (before) await save(new Date(portal.clock.now().getTime() - 86_400_000), iban)
}
