// The part of Papa Parse that the portal uses. The published types include Node's, so that `process` would compile in
// browser code.
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
  }
  const Papa: {
    parse<Row>(text: string, options: ParseOptions): { readonly data: Row[]; readonly errors: readonly ParseError[] }
    unparse(rows: readonly (readonly (string | number)[])[], options: UnparseOptions): string
  }
  export default Papa
}
