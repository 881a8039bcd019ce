import type { PdfKitDocument } from 'pdfmake'
import { escapeXml } from '#platform/domain/xml-element.ts'
import { invoiceXml } from '../domain/cii.ts'
import type { Invoice } from '../domain/invoice.ts'
import { m } from '../messages/messages.ts'

/** Name that Factur-X prescribes for the embedded invoice. */
export const facturXName = 'factur-x.xml'

const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** Property, value and what the value means. */
const properties = [
  ['DocumentFileName', facturXName, 'Name of the embedded XML file'],
  ['DocumentType', 'INVOICE', 'Kind of document, in capital letters'],
  ['Version', '1.0', 'Version of the standard of the XML'],
  ['ConformanceLevel', 'EN 16931', 'Profile of the XML'],
] as const

/** PDF/A allows properties of other schemas only where the file describes them (ISO 19005-3, 6.6.2.3). */
const extensionSchema = `
<rdf:Description rdf:about=""
    xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
    xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${facturX}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${properties
      .map(
        ([name, , meaning]) => `
      <rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${meaning}</pdfaProperty:description>
      </rdf:li>`,
      )
      .join('')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

const description = `
<rdf:Description rdf:about="" xmlns:fx="${facturX}">
${properties.map(([name, value]) => `  <fx:${name}>${value}</fx:${name}>`).join('\n')}
</rdf:Description>`

/** The author is the seller in law; PDFKit does not escape names, so it is written here. */
const creator = (name: string) => `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:creator><rdf:Seq><rdf:li>${escapeXml(name)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>`

/** Turns the PDF of an invoice into a Factur-X file: embeds the XML and names it in the XMP metadata. */
export function attachFacturX(document: PdfKitDocument, invoice: Invoice): void {
  const date = new Date(`${invoice.issueDate}T00:00:00Z`)
  document.file(Buffer.from(invoiceXml(invoice)), {
    name: facturXName,
    type: 'text/xml',
    description: m.invoiceFile(),
    // The PDF shows what the XML says, from the same data.
    relationship: 'Data',
    creationDate: date,
    modifiedDate: date,
  })
  document.appendXML(creator(invoice.seller.legalName))
  document.appendXML(extensionSchema)
  document.appendXML(description)
}
