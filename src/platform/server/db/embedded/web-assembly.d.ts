/** What Node's types leave out of the standard; the browser's would bring the whole DOM. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]?: 'WebAssembly.Module'
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
}
