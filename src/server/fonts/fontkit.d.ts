/** What we use of fontkit, which comes without types. */
declare module 'fontkit' {
  export function openSync(path: string): { readonly characterSet: readonly number[] }
}
