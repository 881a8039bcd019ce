/** The parts of pdfmake, and of PDFKit below it, in use; the package has no types. */
declare module 'pdfmake' {
  interface Font {
    font: { hasGlyphForCodePoint(codePoint: number): boolean }
  }
  export interface PdfKitDocument extends NodeJS.ReadableStream {
    provideFont(family: string, bold: boolean, italics: boolean): Font
    /** Embeds a file and lists it in the catalogue's /AF. */
    file(
      content: Buffer,
      options: {
        name: string
        type: string
        description: string
        relationship: 'Data'
        creationDate: Date
        modifiedDate: Date
      },
    ): void
    /** Adds rdf:Description elements to the XMP metadata. */
    appendXML(xml: string): void
    end(): void
  }
  interface Pdf {
    getBuffer(): Promise<Buffer>
    /** The document before it is written out; `getBuffer` of the same Pdf ends it. */
    getStream(): Promise<PdfKitDocument>
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    createPdf(definition: object): Pdf
  }
  export default pdfmake
}
