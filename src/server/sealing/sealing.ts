import type { SessionMethod } from '#domain/session-methods.ts'

/** A: the PDF itself grows a certificate page. B: a certificate carries the exact file. link: a certificate about an address. */
export type SignRoute = 'A' | 'B' | 'link'

export type SealableKind = 'pdf' | 'doc' | 'docx'

/** What signing will do with a document, told when it is uploaded. */
export interface Inspection {
  readonly route: 'A' | 'B'
  readonly pages: number | null
  /** Why a file goes route B, or what will be done with it: `form_fields` are set read-only, `repaired` is a damaged list of objects. */
  readonly remarks: readonly InspectionRemark[]
}

export type InspectionRemark = 'word' | 'already_signed' | 'xfa' | 'owner_restricted' | 'form_fields' | 'repaired'

/** Why a file cannot be signed at all; `unreadable` is one that takes more time or memory to read than any document should. */
export type Unsignable = 'user_password' | 'damaged' | 'unreadable'

/** The file to seal; its SHA-256 is in hexadecimal and is checked again before anything is sealed. */
export interface SealSubject {
  readonly kind: SealableKind
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly sha256: string
}

/** An address whose content the portal neither holds nor fetches. */
export interface LinkSubject {
  readonly kind: 'link'
  readonly url: string
}

/** B-T carries the time of a time-stamp authority, B-B only the server's own. */
export type SealLevel = 'B-B' | 'B-T'

export interface EventOrigin {
  readonly address: string
  readonly agent: string
  /** How the session was opened; null when that was not kept. */
  readonly method: SessionMethod | null
}

/** Everything that is printed on the certificate page and attached to the sealed file as JSON. Times are ISO, in UTC. */
export interface Evidence {
  /** 16 random characters, as printed and in /verify. */
  readonly reference: string
  readonly title: string
  readonly contractType: 'main' | 'amendment'
  readonly provider: { readonly name: string; readonly address: string; readonly contactEmail: string }
  readonly document: {
    readonly fileName: string | null
    readonly size: number | null
    readonly sha256: string | null
    readonly link: string | null
  }
  readonly amends: {
    readonly title: string
    readonly sha256: string | null
    readonly signedAt: string | null
    /** The newest sealed file of the contract that is amended; null when it was signed by hand. */
    readonly sealed?: { readonly reference: string; readonly sha256: string } | null
  } | null
  readonly signer: {
    readonly name: string
    readonly typedName: string
    readonly email: string
    readonly company: string
    readonly ip: string
    readonly userAgent: string
    readonly locale: string
  }
  readonly authentication: {
    readonly method: 'email_code'
    readonly codeSentAt: string
    readonly codeCheckedAt: string
    /** How the mail with the code was handed over to the mail server, as far as it was known. */
    readonly mail?: {
      readonly messageId: string | null
      readonly handedOverAt: string | null
      readonly response: string | null
    } | null
  }
  readonly consent: { readonly text: string; readonly version: string }
  readonly signedAt: string
  readonly events: readonly {
    readonly at: string
    readonly what: string
    readonly by: string
    /** From where the signer did it; absent for the organisation's own steps. */
    readonly origin?: EventOrigin
  }[]
  /** Filled by the sealer. */
  readonly seal: SealFacts
}

export interface SealFacts {
  readonly route: SignRoute
  readonly level: SealLevel
  readonly certificateSha256: string
  /** What the seal is and what it is not, in French, as printed. */
  readonly statement: string
}

export interface SealRequest {
  readonly subject: SealSubject | LinkSubject
  readonly evidence: Omit<Evidence, 'seal'>
  /** Address behind the QR code. */
  readonly verifyUrl: string
  /** PNG of a drawn name, or of a name that the font cannot write. */
  readonly namePicture: Uint8Array | null
}

/** A sealed PDF; `sha256` is the whole file's, in hexadecimal. */
export interface Sealed {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly level: SealLevel
  readonly certificateSha256: string
  readonly route: SignRoute
  readonly notes: readonly 'timestamp_unavailable'[]
}

export interface CounterSignRequest {
  readonly sealed: Uint8Array
  readonly by: { readonly name: string; readonly email: string; readonly at: string }
  readonly reference: string
}

/** Turns a document and its evidence into a sealed PDF. Every promise rejects with a SealError. */
export interface Sealer {
  inspect(file: {
    readonly kind: SealableKind
    readonly bytes: Uint8Array
  }): Promise<Inspection | { readonly unsignable: Unsignable }>
  seal(request: SealRequest): Promise<Sealed>
  /** Fills the field 'Provider' in a new increment: the partner's seal stays valid. */
  counterSign(request: CounterSignRequest): Promise<Sealed>
  certificates(): SealCertificates
  /**
   * Warns at 60, 30 and 7 days before the certificate's end, and while the time-stamp authority does not answer; from the
   * certificate's end on not ok, and nothing is sealed.
   */
  health(): Promise<{ readonly ok: boolean; readonly detail?: string }>
  close(): Promise<void>
}

/** What a reader needs to trust the seal. `caPem` is the issuer, or an own certificate that has none beside it. */
export interface SealCertificates {
  readonly caPem: string
  readonly leafPem: string
  readonly leafSha256: string
  readonly notAfter: Date
  /** Every other certificate that this portal has sealed with. */
  readonly former: readonly { readonly caPem: string; readonly leafSha256: string; readonly notAfter: Date }[]
  /** From the operator's own P12 file. */
  readonly own: boolean
}

/** Every authority under which this portal has sealed, in PEM, the current one first: old seals stay verifiable after a renewal. */
export function authorityBundle({ caPem, former }: SealCertificates): string {
  return [...new Set([caPem, ...former.map((each) => each.caPem)])].join('')
}

export type SealErrorCode = 'certificate_expired' | 'seal_failed' | 'seal_timeout' | 'queue_full' | 'unsignable'

/** Nothing was sealed, and the code says why; the next request is served as usual. */
export class SealError extends Error {
  readonly code: SealErrorCode
  constructor(code: SealErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
