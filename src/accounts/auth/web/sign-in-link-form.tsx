import { linkRequestForm } from '../api/sign-in-links.ts'
import { signInLinkMinutes } from '../domain/sign-in-links.ts'
import { m } from '../messages/messages.ts'
import { MailedLinkForm } from './forgotten-form.tsx'
import { requestSignInLink } from './sign-in-link-data.ts'

/** Requests a link to sign in. */
export default function SignInLinkForm({ onBack }: { readonly onBack: () => void }) {
  const words = { title: m.linkTitle(), intro: m.linkLead(), sentText: m.linkSent({ minutes: signInLinkMinutes }) }
  return <MailedLinkForm {...words} shape={linkRequestForm} request={requestSignInLink} onBack={onBack} autoFocus />
}
