/** The part of pdfmake in use; the package has no types. */
declare module 'pdfmake' {
  interface Font {
    font: { hasGlyphForCodePoint(codePoint: number): boolean }
  }
  interface Pdf {
    getBuffer(): Promise<Buffer>
    getStream(): Promise<{ provideFont(family: string, bold: boolean, italics: boolean): Font }>
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    createPdf(definition: object): Pdf
  }
  export default pdfmake
}
