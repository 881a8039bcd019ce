/** The part that `fonts.ts` uses; the package has no types of its own. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2'
    readonly keepFeatures: readonly string[]
    readonly variationAxes?: { readonly wght: { readonly min: number; readonly max: number } }
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
