// The part of Papa Parse that pages use. Its published types bring Node's along, so that `process` would compile in a browser's
// code.
declare module 'papaparse' {
  interface ParseOptions {
    readonly delimiter: string
    readonly quoteChar?: string
    /** Reads this many rows at most. */
    readonly preview?: number
  }
  interface ParseError {
    readonly type: 'Quotes' | 'Delimiter' | 'FieldMismatch'
    readonly row?: number
  }
  interface UnparseOptions {
    readonly delimiter: string
    readonly newline: string
    readonly escapeFormulae: RegExp
  }
  const Papa: {
    parse<Row>(text: string, options: ParseOptions): { readonly data: Row[]; readonly errors: readonly ParseError[] }
    unparse(rows: readonly (readonly string[])[], options: UnparseOptions): string
  }
  export default Papa
}
