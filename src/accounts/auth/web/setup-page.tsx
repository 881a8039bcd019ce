// Visitors' pages load the styles of few components.
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { homePath } from '#access/domain/home-path.ts'
import { type Language, languageNamed, languages } from '#platform/domain/languages.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { languageLabel } from '#platform/web/ui/language-options.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { setupForm } from '../api/auth.ts'
import { m } from '../messages/messages.ts'
import { AuthLayout, DeadLink, UnreadableLink } from './auth-layout.tsx'
import { setUp, setupQuery } from './data.ts'
import { welcome } from './greetings.ts'
import { NewPasswordField } from './password-field.tsx'

/** Creates the first administrator, from the link printed by the server. */
export function Component() {
  const [search] = useSearchParams()
  const state = useQuery(setupQuery)
  if (state.isPending) return <PageLoading />
  if (state.error) return <UnreadableLink error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data.open) return <DeadLink text={m.setupDone()} />
  const token = search.get('token') ?? ''
  if (!z.safeParse(setupForm.shape.token, token).success) {
    return <DeadLink text={m.setupLinkIncomplete()} />
  }
  return <SetupForm token={token} />
}

function SetupForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useApiForm({
    shape: setupForm,
    initial: { fullName: '', email: '', password: '', language: 'specified' },
    toRequestBody: ({ language, ...values }) => ({ token, ...values, language: languageNamed(language) ?? undefined }),
    errorTitle: m.specifiedValidationError,
    send: async (input) => {
      await welcome(await setUp(input), { greeting: 'administratorCreated', providerName: '', path: homePath, navigate })
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <AuthLayout title={m.firstAdministrator()} intro={m.setupLead()}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label={m.fullName()} autoComplete="name" {...form.text('fullName')} />
          <TextInput label={m.email()} type="email" autoComplete="username" {...form.text('email')} />
          <NewPasswordField label={m.password()} description={m.passwordHint()} {...form.text('password')} />
          <Wordings value={form.values.language} onChange={(language) => form.set('language', language)} />
          <Button type="submit" loading={form.busy}>
            {m.createAccount()}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}

const wordings: Readonly<Record<Language, () => string>> = {
  specified: m.wordingMixed,
  fr: m.wordingFrench,
  en: m.wordingEnglish,
}

/** In which words the portal speaks, each with a sentence and an example. */
function Wordings({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Radio.Group label={m.languageCard()} description={m.portalLanguageHint()} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {languages.map((language) => (
          <Radio key={language} value={language} label={languageLabel(language)} description={wordings[language]()} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
