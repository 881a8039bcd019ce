import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Half a megabyte is hashed in a few milliseconds; reading the next piece lets the page breathe. */
const pieceBytes = 512 * 1024

/**
 * SHA-256 of a file in hexadecimal. The file is read piece by piece, so that a large one neither fills the memory nor
 * freezes the page. `crypto.subtle` is missing where the portal is reached without TLS.
 */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
