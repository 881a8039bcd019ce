/** The part of fontkit in use; the package has no types. */
declare module 'fontkit' {
  export function openSync(path: string): { readonly characterSet: readonly number[] }
}
