import { createHash } from 'node:crypto'
import { system } from '#access/domain/actor.ts'
import { originOf } from '#access/server/session.ts'
import { writtenLanguageNamed } from '#platform/domain/languages.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { healthAnswer } from '#platform/server/http/health.ts'
import { withAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { authorityBundle } from '#platform/server/sealing/sealing.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { signingRoutes } from '../api/signing.ts'
import { consents, countersignPerHour, maskedAddress, signingCode } from '../domain/signing.ts'
import { m } from '../messages/messages.ts'
import { originalPdfUrl } from './present.ts'
import { type CodeRow, isOpenCode, newestCode } from './signing/code.ts'
import { readMails } from './signing/contract-mails.ts'
import { countersignContract } from './signing/countersign.ts'
import { addCountersignCode } from './signing/countersign-code.ts'
import { signingEventHandlers } from './signing/event-handlers.ts'
import { signContract } from './signing/sign.ts'
import { findSealedFile, presentSignature, readSignatures } from './signing/signatures.ts'
import {
  answerWith,
  callerOf,
  reloadContract,
  runAsSystemFor,
  sessionOf,
  signerOf,
  signingCaller,
} from './signing/signer-call.ts'
import { readSteps } from './signing/steps.ts'
import { amendedBy, amendedFacts, boundTo, termsChangedSince } from './signing/subject.ts'
import { addShownPages, addSigningCode, declineContract, openSigning } from './signing-commands.ts'

const presentCode = (code: Pick<CodeRow, 'created_at' | 'expires_at' | 'tries'>) => ({
  sentAt: code.created_at.toISOString(),
  expiresAt: code.expires_at.toISOString(),
  triesLeft: signingCode.tries - code.tries,
})

const signingHandlers: Handlers<typeof signingRoutes> = {
  openSigning: async (call) => {
    const { portal, params } = call
    const signer = signingCaller(call)
    const { userId } = signer
    const sheet = await runAsSystemFor(call, async (context) => {
      const subject = await openSigning(context, params.id, signer)
      const code = await newestCode(context.tx, params.id, userId)
      const person = await context.tx
        .selectFrom('profiles')
        .select('email')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      const [amends, changed] = await Promise.all([amendedBy(context.tx, subject), termsChangedSince(context.tx, subject)])
      return { subject, code, email: person.email, amends, changed }
    })
    const { contract, file } = sheet.subject
    const now = portal.clock.now()
    const isPdf = file?.kind === 'pdf'
    return {
      contract: await reloadContract(call, params.id),
      route: contract.sign_route ?? (contract.link ? 'link' : isPdf ? 'A' : 'B'),
      documentSha256: file?.sha256 ?? null,
      linkUrl: contract.link && `/api/contracts/${contract.id}/link`,
      pdfUrl: isPdf ? originalPdfUrl(portal.config, contract.id, { userId, sessionId: sessionOf(call).id }, now) : null,
      amends: amendedFacts(sheet.amends),
      termsChangedAt: sheet.changed?.toISOString() ?? null,
      consent: consents[writtenLanguageNamed(contract.language)],
      codeGoesTo: maskedAddress(sheet.email),
      code: sheet.code && isOpenCode(sheet.code, boundTo(sheet.subject), now) ? presentCode(sheet.code) : null,
    }
  },
  noteShownPages: async (call) => {
    const view = { contractId: call.params.id, ...signingCaller(call), sessionId: sessionOf(call).id }
    await runAsSystemFor(call, (context) => addShownPages(context, view, call.body))
  },
  sendSigningCode: async (call) => {
    const signer = signingCaller(call)
    const { userId } = signer
    const { portal, params } = call
    const pace = [
      { key: `signing code pace ${userId} ${params.id}`, max: 1, windowSeconds: signingCode.resendSeconds },
      { key: `signing code ${userId}`, max: signingCode.perHour, windowSeconds: 3600 },
    ]
    return withAttempt(portal, pace, async () => {
      const mail = await portal.mailer.health()
      const silent = m.mailServerSilent()
      refuseUnless(mail.ok, 'mail_unavailable', silent)
      return runAsSystemFor(call, async (context) =>
        call.keepAnswer(context, presentCode(await addSigningCode(context, params.id, signer))),
      )
    })
  },
  signContract: async (call) => {
    const answer = answerWith(call, call.params.id)
    return signContract(call.portal, call.params.id, signerOf(call), call.body, answer)
  },
  declineContract: async (call) => {
    const { id } = call.params
    return runAsSystemFor(call, async (context) => {
      await declineContract(context, id, signingCaller(call), call.body.reason)
      return answerWith(call, id)(context)
    })
  },
  sendCountersignCode: async (call) => {
    const userId = callerOf(call)
    const batch = createHash('sha256').update(call.body.contractIds.toSorted().join(' ')).digest('base64url')
    const pace = [
      { key: `countersign code pace ${userId} ${batch}`, max: 1, windowSeconds: signingCode.resendSeconds },
      { key: `countersign code ${userId}`, max: countersignPerHour, windowSeconds: 3600 },
    ]
    return withAttempt(call.portal, pace, async () => {
      const mail = await call.portal.mailer.health()
      const silent = m.counterMailServerSilent()
      refuseUnless(mail.ok, 'mail_unavailable', silent)
      return runAsSystemFor(call, async (context) => {
        const code = await addCountersignCode(context, userId, call.body.contractIds)
        const { email } = await context.tx
          .selectFrom('profiles')
          .select('email')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        return call.keepAnswer(context, { ...presentCode(code), goesTo: maskedAddress(email) })
      })
    })
  },
  countersignContract: async (call) => {
    const signer = { userId: callerOf(call), requestId: call.request.id, origin: originOf(call) }
    return countersignContract(call.portal, call.params.id, signer, call.body, answerWith(call, call.params.id))
  },
  contractEvidence: async (call) => {
    const contract = await reloadContract(call, call.params.id)
    const { database } = call.portal
    const mails = await database.asActor(system, (tx) => readMails(tx, call.params.id, call.actor))
    return database.asActor(call.actor, async (tx) => {
      const { providerName } = await currentSettings(tx)
      const signatures = await readSignatures(tx, call.params.id)
      return {
        contract,
        steps: await readSteps(tx, call.params.id, call.actor.kind),
        mails,
        signatures: signatures.map((each) => presentSignature(each, providerName)),
      }
    })
  },
  signingHealth: async ({ portal }) => {
    const { ok, detail } = await healthAnswer(portal.sealer.health())
    return { ok, detail: detail ?? null }
  },
  /** Read by staff and the contract's partner, signed in: the link that anybody can open leads to the file that counts alone. */
  sealedVersion: async ({ portal, actor, params }) => {
    const file = await portal.database.asActor(actor, (tx) => findSealedFile(tx, params.id, params.signature))
    if (!file) throw new Refusal('not_found', m.noSuchDocument())
    return { file, cache: 'private, no-store' }
  },
  sealAuthorities: async ({ portal, reply }) => {
    reply.header('cache-control', 'public, max-age=3600')
    return { content: authorityBundle(await portal.sealer.certificates()), mediaType: 'application/x-pem-file' }
  },
}

/** Signing, evidence, and the certificates that verifiers need. */
export const signingSlice = slice({ routes: signingRoutes, handlers: signingHandlers, mails: signingEventHandlers })
