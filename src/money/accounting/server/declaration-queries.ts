import { type BillingRecord, readBillingProfiles } from '#money/billing/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { providerParty } from '#provider/programme/server/present.ts'
import { type ProgrammeRow, programmeSettings } from '#provider/programme/server/queries.ts'
import { beneficiaryOf, type Das2Remark, type PaidPartner, remarksOn } from '../domain/beneficiary.ts'
import { declarantProblems, type FileObstacle } from '../domain/declarant-check.ts'
import { type Das2Line, type Das2Missing, das2Lines, missingData } from '../domain/declaration.ts'
import type { Das2Declarant } from '../domain/fixed-width-file.ts'
import { type PaidInYear, paidInYear, partnersByIds } from './year-queries.ts'

/** A partner with what was paid, as people read it. */
export interface DeclaredPartner {
  readonly paid: PaidInYear
  readonly partner: { readonly id: string; readonly name: string; readonly deleted: boolean }
  /** They have accepted their invitation and still have access. */
  readonly hasAccess: boolean
  readonly isIndividual: boolean
  readonly line: Das2Line
  readonly remarks: readonly Das2Remark[]
}

export interface YearDeclaration {
  readonly partners: readonly DeclaredPartner[]
  readonly declarant: Das2Declarant
  readonly settings: ProgrammeRow
  /** Why the fixed-width file cannot be made; null if it can. */
  readonly fileObstacle: FileObstacle | null
}

/** What a year's payments would be declared as now. Partners who were paid nothing in sum are left out. */
export async function readDeclaration(tx: Tx, year: number): Promise<YearDeclaration> {
  const [paid, settings, { providerName }] = await Promise.all([paidInYear(tx, year), programmeSettings(tx), currentSettings(tx)])
  const ids = paid.map(({ partnerId }) => partnerId)
  const [people, profiles] = await Promise.all([partnersByIds(tx, ids), readBillingProfiles(tx, ids)])
  const partners = people.flatMap((person): DeclaredPartner[] => {
    const sums = paid.find(({ partnerId }) => partnerId === person.partner_id)
    if (!sums) return []
    const profile = profiles.get(person.partner_id)
    const paidPartner = paidPartnerOf(person, profile, sums)
    const [line] = das2Lines(year, [beneficiaryOf(paidPartner)])
    if (!line) return []
    const partner = { id: person.partner_id, name: person.full_name, deleted: person.partner_deleted_at !== null }
    const hasAccess = person.joined_at !== null && person.deleted_at === null
    return [
      { paid: sums, partner, hasAccess, isIndividual: profile?.mode === 'receipt', line, remarks: remarksOn(paidPartner, line) },
    ]
  })
  const declarant = declarantOf(settings, providerName)
  return { partners, declarant, settings, fileObstacle: fileObstacle(partners, declarant) }
}

/** A partner with their billing profile, and what was paid. */
function paidPartnerOf(
  person: { readonly partner_id: string; readonly full_name: string; readonly company: string | null },
  profile: BillingRecord | undefined,
  { payoutCents, byHandCents }: Pick<PaidInYear, 'payoutCents' | 'byHandCents'>,
): PaidPartner {
  return {
    id: person.partner_id,
    fullName: person.full_name,
    company: person.company ?? '',
    billing: profile
      ? {
          mode: profile.mode,
          legalName: profile.legal_name,
          siret: profile.siret,
          street: profile.street,
          buildingNumber: profile.building_number,
          postcode: profile.postcode,
          town: profile.town,
          country: profile.country,
          chargesVat: profile.regime === 'standard',
        }
      : null,
    payoutCents,
    byHandCents,
  }
}

/** What a declaration lacks about a partner now, whatever was paid. */
export async function missingNow(tx: Tx, partnerId: string): Promise<Das2Missing[]> {
  const [[person], profiles] = await Promise.all([partnersByIds(tx, [partnerId]), readBillingProfiles(tx, [partnerId])])
  if (!person) return []
  return missingData(beneficiaryOf(paidPartnerOf(person, profiles.get(partnerId), { payoutCents: 0, byHandCents: 0 })))
}

function declarantOf(settings: ProgrammeRow, providerName: string): Das2Declarant {
  const { legalName, address } = providerParty(settings, providerName)
  return {
    name: legalName,
    siren: settings.siren,
    siret: settings.siret,
    ape: settings.ape,
    address,
    paysWages: settings.pays_wages,
    contact: {
      name: settings.declaration_contact,
      phone: settings.declaration_phone,
      email: settings.declaration_email,
    },
  }
}

function fileObstacle(partners: readonly DeclaredPartner[], declarant: Das2Declarant): FileObstacle | null {
  const states = partners.map(({ line }) => line.state)
  const incomplete = states.filter((state) => state === 'incomplete').length
  if (incomplete > 0) return { code: 'beneficiaries_incomplete', count: incomplete }
  if (!states.includes('to_declare')) return { code: 'nothing_to_declare' }
  const missing = declarantProblems(declarant)
  return missing.length > 0 ? { code: 'declarant_incomplete', missing } : null
}
