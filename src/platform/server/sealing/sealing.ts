import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import type { EventOrigin } from '#platform/domain/session-methods.ts'

/** A: certificate page appended to the PDF. B: certificate with the exact file attached. link: certificate for a URL. */
export type SignRoute = 'A' | 'B' | 'link'

export type SealableKind = 'pdf' | 'doc' | 'docx'

/** Result of inspecting an uploaded document: how it will be sealed. */
export interface Inspection {
  readonly route: 'A' | 'B'
  readonly pages: number | null
  /** Reasons for kind B, or side effects: `form_fields` become read-only, `repaired` means a rebuilt cross-reference table. */
  readonly remarks: readonly InspectionRemark[]
}

export type InspectionRemark = 'word' | 'already_signed' | 'xfa' | 'owner_restricted' | 'form_fields' | 'repaired'

/** Why a file cannot be signed; `unreadable` means that reading it exceeded the time or memory limit. */
export type Unsignable = 'user_password' | 'damaged' | 'unreadable'

/** The file to seal. `sha256` is hexadecimal and verified again before sealing. */
export interface SealSubject {
  readonly kind: SealableKind
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly sha256: string
}

/** An external URL; its content is neither stored nor fetched. */
export interface LinkSubject {
  readonly kind: 'link'
  readonly url: string
}

/** PAdES level: B-T has a time stamp from an authority, B-B only the server's time. */
export type SealLevel = 'B-B' | 'B-T'

/** Evidence printed on the certificate page and attached to the sealed file as JSON. Times are ISO 8601 in UTC. */
export interface Evidence {
  /** 16 random characters, printed on the certificate and accepted by /verify. */
  readonly reference: string
  readonly title: string
  readonly contractType: ContractType
  readonly provider: { readonly name: string; readonly address: string; readonly contactEmail: string }
  readonly document: {
    readonly fileName: string | null
    readonly size: number | null
    readonly sha256: string | null
    readonly link: string | null
  }
  /**
   * The forms in which the signer was shown the document, by session: its PDF page by page, or the text that the PDF was printed
   * from, part by part, with the hash of that text. `shown` names what was on the screen, as ranges.
   */
  readonly readings?: readonly {
    readonly openedAt: string
    readonly unit: 'page' | 'part'
    readonly textSha256: string | null
    readonly shown: string
    readonly of: number | null
  }[]
  readonly amends: {
    readonly title: string
    readonly sha256: string | null
    readonly signedAt: string | null
    /** Newest sealed file of the amended contract; null if that one was validated by hand. */
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
    /** Delivery of the code's mail to the mail server, as known at signing. */
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
    /** Client of the signer's request; absent for steps of the organisation. */
    readonly origin?: EventOrigin
  }[]
  /** Facts about the seal, which the sealer fills in. */
  readonly seal: SealFacts
}

export interface SealFacts {
  readonly route: SignRoute
  readonly level: SealLevel
  readonly certificateSha256: string
  /** Legal notice in French, as printed. */
  readonly statement: string
}

export interface SealRequest {
  readonly subject: SealSubject | LinkSubject
  readonly evidence: Omit<Evidence, 'seal'>
  /** URL in the QR code. */
  readonly verifyUrl: string
  /** PNG of a drawn signature, or of a name with characters outside the font. */
  readonly namePicture: Uint8Array | null
}

/** A sealed PDF; `sha256` of the whole file in hexadecimal. */
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

/** An own document of the organisation, which is sealed as it is. */
export interface OwnDocumentRequest {
  readonly bytes: Uint8Array
  /** Number of the document, which is the reason of the signature. */
  readonly reference: string
}

/** Seals documents. Every promise rejects with a SealError. */
export interface Sealer {
  inspect(file: {
    readonly kind: SealableKind
    readonly bytes: Uint8Array
  }): Promise<Inspection | { readonly unsignable: Unsignable }>
  seal(request: SealRequest): Promise<Sealed>
  /** Signs the field 'Provider' in an incremental update, so that the partner's seal stays valid. */
  counterSign(request: CounterSignRequest): Promise<Sealed>
  /**
   * Signs an own document in an invisible field 'Provider': an increment without a page, an attachment or a change of metadata,
   * so that a PDF/A stays one.
   */
  sealOwn(request: OwnDocumentRequest): Promise<Sealed>
  certificates(): SealCertificates
  /**
   * Warns 60, 30 and 7 days before the certificate expires, and while the time-stamp authority is unreachable. Not ok once
   * the certificate has expired; sealing is refused then.
   */
  health(): Promise<{ readonly ok: boolean; readonly detail?: string }>
  close(): Promise<void>
}

/** Certificates needed to trust the seals. `caPem` is the issuer, or the own certificate if its issuer is unknown. */
export interface SealCertificates {
  readonly caPem: string
  readonly leafPem: string
  readonly leafSha256: string
  readonly notAfter: Date
  /** Certificates of earlier seal keys. */
  readonly former: readonly { readonly caPem: string; readonly leafSha256: string; readonly notAfter: Date }[]
  /** True for a key from the operator's P12 file. */
  readonly own: boolean
}

/** All CAs of this portal in PEM, the current one first, so that old seals stay verifiable. */
export function authorityBundle({ caPem, former }: SealCertificates): string {
  return [...new Set([caPem, ...former.map((each) => each.caPem)])].join('')
}

export type SealErrorCode = 'certificate_expired' | 'seal_failed' | 'seal_timeout' | 'queue_full' | 'unsignable'

/** Sealing failed; `code` says why. Later requests are not affected. */
export class SealError extends Error {
  readonly code: SealErrorCode
  constructor(code: SealErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
