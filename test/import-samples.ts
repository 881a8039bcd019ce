import type { ColumnField, Format } from '#imports/domain/formats.ts'

const firstNames = ['Élise', 'Paul', 'Inès', 'Marc', 'Zoé', 'Hugo', 'Nora', 'Léo']
const lastNames = ['Forêt', 'Roux', 'Martin', 'Kérébel', 'Le Dû', 'Hénaff', 'Prigent', 'Garnier']
const pick = (list: readonly string[], at: number) => list[at % list.length] ?? ''
const two = (number: number) => String(number).padStart(2, '0')

/** Days as a format writes them; where it leaves the order open, as a French reader does. */
function dayOf({ dates }: Format, at: number): string {
  const [month, day] = [1 + (at % 12), 13 + (at % 15)]
  if (dates === 'epoch') return String(Date.UTC(2026, month - 1, day, 8))
  if (dates === 'dayFirst' || dates === 'asked') return `${two(day)}/${two(month)}/2026`
  return `2026-${two(month)}-${two(day)} 08:30`
}

/** What a column of such a file holds in one of its rows: made up, and like what the tool writes. */
export function sampleCell(format: Format, field: ColumnField, at: number): string {
  const [first, last] = [pick(firstNames, at), pick(lastNames, Math.floor(at / firstNames.length))]
  const values = Object.values(format.values?.[field] ?? {}).flat()
  if (values.length > 0) return pick(values, at)
  const address = `${field.toLowerCase()}${at}@societe${at}.example`
  switch (field) {
    case 'firstName':
    case 'clientFirstName':
      return first
    case 'middleName':
      return ''
    case 'lastName':
    case 'clientLastName':
      return `${last} ${at}`
    case 'fullName':
    case 'client':
      return `${first} ${last} ${at}`
    case 'company':
      return `Société ${at} ${last}`
    case 'title':
      return `Projet ${at} de ${last}`
    case 'email':
    case 'emailOther':
    case 'clientEmail':
    case 'payAddress':
      return address
    case 'partnerEmail':
      return 'camille@exemple.fr'
    case 'partner':
      return 'Camille Lefèvre'
    case 'phone':
    case 'mobile':
    case 'phoneOther':
      return `06 12 ${two(at)} ${two(99 - at)} 78`
    case 'website':
      return `https://www.societe${at}.example`
    case 'amount':
    case 'revenue':
      return format.amounts === 'cents' ? String(120_000 + at) : `${1200 + at}.50`
    case 'currency':
      return 'EUR'
    case 'externalId':
    case 'clientExternalId':
      return String(48_000 + at)
    case 'stage':
    case 'state':
      return pick(['Nouveau', 'En cours'], at)
    case 'offer':
      return pick(['New business', 'Existing business'], at)
    case 'owner':
      return pick(['Anne Vendeuse', 'Bruno Commercial'], at)
    case 'country':
      return 'France'
    case 'city':
      return pick(['Brest', 'Lyon'], at)
    case 'postalCode':
      return '29200'
    case 'note':
      return `Une remarque, la ${at}e`
    case 'none':
      return pick(['x1', 'x2'], at)
    default:
      return /At$|On$|^period/.test(field) ? dayOf(format, at) : `${field} ${at % 3}`
  }
}

/** The titles of a file of one generation and language: the first of each field, or the `nth` where a field has several. */
export function sampleTitles(format: Format, nth: number): readonly (readonly [ColumnField, string])[] {
  return Object.entries(format.titles).flatMap(([field, titles]) => {
    const chosen = field === 'none' ? titles : [titles[Math.min(nth, titles.length - 1)] ?? '']
    return chosen.map((title) => [field, title] as const)
  })
}
