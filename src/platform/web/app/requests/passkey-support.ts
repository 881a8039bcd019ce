/** Whether this browser knows passkeys: WebKitGTK does not, and none does at an address without TLS. */
export const knowsPasskeys = 'PublicKeyCredential' in globalThis
