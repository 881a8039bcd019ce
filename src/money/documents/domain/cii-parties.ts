import type { VatCase } from '#money/billing/domain/vat.ts'
import { element, elementWith, type XmlElement } from '#platform/domain/xml-element.ts'
import type { BusinessParty, Invoice, PostalAddress, Seller } from './invoice.ts'

/** Identifier schemes of ISO 6523 and, for electronic addresses, of the EAS list. */
const schemes = { siren: '0002', siret: '0009', belgian: '0208', sirenAddress: '0225', email: 'EM' } as const

const identifier = (name: string, schemeID: string, value: string) => elementWith(name, { schemeID }, value)

/** Company number: SIREN in France, enterprise number in Belgium, else without a scheme. */
function legalOrganization({ siren, address }: BusinessParty, foreignNumber: string | null): XmlElement | null {
  if (siren !== null) return element('ram:SpecifiedLegalOrganization', identifier('ram:ID', schemes.siren, siren))
  if (foreignNumber === null) return null
  const belgian = address.country === 'BE'
  const id = belgian ? identifier('ram:ID', schemes.belgian, foreignNumber) : element('ram:ID', foreignNumber)
  return element('ram:SpecifiedLegalOrganization', id)
}

function postalAddress({ postcode, line1, line2, city, country }: PostalAddress): XmlElement {
  return element(
    'ram:PostalTradeAddress',
    postcode !== '' && element('ram:PostcodeCode', postcode),
    element('ram:LineOne', line1),
    line2 !== '' && element('ram:LineTwo', line2),
    element('ram:CityName', city),
    element('ram:CountryID', country),
  )
}

/** Where platforms deliver: the address in their directory or the SIREN (0225, BR-FR-22), the Belgian number, else an e-mail. */
function electronicAddress(party: BusinessParty, foreignNumber: string | null, email: string): XmlElement | null {
  const at = (scheme: string, value: string) => element('ram:URIUniversalCommunication', identifier('ram:URIID', scheme, value))
  if (party.siren !== null) return at(schemes.sirenAddress, party.electronicAddress || party.siren)
  if (foreignNumber !== null && party.address.country === 'BE') return at(schemes.belgian, foreignNumber)
  return email === '' ? null : at(schemes.email, email)
}

const taxRegistration = (scheme: 'VA' | 'FC', value: string) =>
  element('ram:SpecifiedTaxRegistration', identifier('ram:ID', scheme, value))

/** What EN 16931 has for sellers only. */
type SellerDetails = Pick<Seller, 'foreignNumber' | 'email' | 'legalForm'>

function party(business: BusinessParty, { foreignNumber, email, legalForm }: SellerDetails): XmlElement[] {
  const organization = legalOrganization(business, foreignNumber)
  const electronic = electronicAddress(business, foreignNumber, email)
  return [
    ...(business.siret === null ? [] : [identifier('ram:GlobalID', schemes.siret, business.siret)]),
    element('ram:Name', business.legalName),
    ...(legalForm === '' ? [] : [element('ram:Description', legalForm)]),
    ...(organization ? [organization] : []),
    postalAddress(business.address),
    ...(electronic ? [electronic] : []),
  ]
}

/** A seller without VAT is identified to the tax office by its SIREN (scheme FC), as BR-E-02 allows. */
function sellerRegistration({ siren, vatNumber }: Seller, vatCase: VatCase): XmlElement | null {
  if (vatCase === 'franchise') return siren === null ? null : taxRegistration('FC', siren)
  return vatNumber === null ? null : taxRegistration('VA', vatNumber)
}

export const sellerParty = ({ seller, vatCase }: Invoice) =>
  element('ram:SellerTradeParty', party(seller, seller), sellerRegistration(seller, vatCase))

export function buyerParty({ buyer }: Invoice): XmlElement {
  const registration = buyer.vatNumber === null ? null : taxRegistration('VA', buyer.vatNumber)
  return element('ram:BuyerTradeParty', party(buyer, { foreignNumber: null, email: '', legalForm: '' }), registration)
}
