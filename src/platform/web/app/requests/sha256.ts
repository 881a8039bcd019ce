import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Chunk size; hashing one takes a few milliseconds. */
const pieceBytes = 512 * 1024

/**
 * SHA-256 of a file in hexadecimal. Reads the file in chunks, to bound memory and keep the page responsive. `crypto.subtle`
 * cannot stream and is unavailable without TLS.
 */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
