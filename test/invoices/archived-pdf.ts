import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const prefixes = {
  fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  dc: 'http://purl.org/dc/elements/1.1/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
}

export interface ArchiveFacts {
  /** Name and relationship of each file in the catalogue's /AF. */
  readonly associated: readonly { readonly name: string; readonly relationship: string; readonly mime: string }[]
  readonly outputIntents: readonly string[]
  /** PDF/A part and level, such as '3B'. */
  readonly pdfa: string
  /** Values of the fx properties, by name; a property written twice is an error. */
  readonly facturX: Readonly<Record<string, string>>
  /** Names of the fx properties that the extension schema describes. */
  readonly described: readonly string[]
  readonly title: string
  readonly creator: string
  readonly infoTitle: string
}

/** What PDF/A-3 and Factur-X ask of a file's catalogue and XMP metadata, read from the file alone. */
export async function archiveFacts(bytes: Uint8Array): Promise<ArchiveFacts> {
  const pdf = await PDF.load(new Uint8Array(bytes))
  const resolved = (object: PdfObject | undefined) => (object instanceof PdfRef ? pdf.getObject(object) : object)
  const dict = (object: PdfObject | undefined) => {
    const value = resolved(object)
    if (!(value instanceof PdfDict)) throw new Error('a dictionary is missing')
    return value
  }
  const entries = (key: string) => {
    const list = resolved(pdf.getCatalog().get(key))
    return list instanceof PdfArray ? [...list].map((each) => dict(each)) : []
  }
  const text = (object: PdfObject | undefined) => {
    const value = resolved(object)
    return value instanceof PdfName ? value.value : value instanceof PdfString ? value.asString() : ''
  }
  return {
    associated: entries('AF').map((file) => ({
      name: text(file.get('UF')),
      relationship: text(file.get('AFRelationship')),
      mime: text(dict(dict(file.get('EF')).get('F')).get('Subtype')),
    })),
    outputIntents: entries('OutputIntents').map((intent) => text(intent.get('S'))),
    infoTitle: await infoTitle(bytes),
    ...metadataFacts(Buffer.from(bytes).toString('utf8')),
  }
}

/** The title in the information dictionary, which has to be that of the XMP metadata. */
async function infoTitle(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const { info } = await (await task.promise).getMetadata()
  await task.destroy()
  return 'Title' in info ? String(info.Title) : ''
}

/** The newest metadata packet; PDF/A forbids to compress it. */
function metadataFacts(file: string) {
  const packet = file.match(/<x:xmpmeta[\s\S]*?<\/x:xmpmeta>/g)?.at(-1) ?? '<none/>'
  const document = XmlDocument.fromString(packet)
  try {
    const all = (path: string) => document.root.find(path, prefixes) as XmlElement[]
    const text = (path: string) =>
      all(path)
        .map(({ content }) => content)
        .join(' ')
    return {
      pdfa: text('//pdfaid:part') + text('//pdfaid:conformance'),
      facturX: Object.fromEntries(
        ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'].map((name) => [name, text(`//fx:${name}`)]),
      ),
      described: all('//pdfaProperty:name').map(({ content }) => content),
      title: text('//dc:title//rdf:li'),
      creator: text('//dc:creator//rdf:li'),
    }
  } finally {
    document.dispose()
  }
}
