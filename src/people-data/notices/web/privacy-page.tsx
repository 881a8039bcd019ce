import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { AuthLayout, UnreadableLink } from '#accounts/auth/web/auth-layout.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { NoticeText } from '../api.ts'
import { noticeAudienceLabels, noticeAudiences } from '../domain/notices.ts'
import { m } from '../messages/messages.ts'
import { noticeTextQuery } from './data.ts'

/** What each audience is told about its data, now and in former versions. */
export function Component() {
  const [params] = useSearchParams()
  const { providerName } = useSettings()
  const audience = noticeAudiences.find((each) => each === params.get('for')) ?? 'client'
  const version = Number(params.get('version')) || undefined
  const query = useQuery(noticeTextQuery(audience, version))
  if (query.error) return <UnreadableLink error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <PageLoading />
  const addressOf = (version: number) => `${visitorPaths.privacy}?for=${audience}&version=${version}`
  return (
    <AuthLayout title={m.yourData()} intro={m.privacyLead({ providerName })}>
      <Group component="nav" gap="sm" mb="lg" aria-label={m.privacyFor()}>
        {noticeAudiences.map((each) => (
          <Anchor
            key={each}
            component={Link}
            to={`${visitorPaths.privacy}?for=${each}`}
            aria-current={each === audience ? 'page' : undefined}
            fw={each === audience ? 600 : undefined}
          >
            {noticeAudienceLabels[each]}
          </Anchor>
        ))}
      </Group>
      <Sections text={query.data} />
      <Anchor component={Link} to={visitorPaths.privacyRequest} display="block" mt="lg">
        {m.askAboutYourData()}
      </Anchor>
      <Versions text={query.data} addressOf={addressOf} />
    </AuthLayout>
  )
}

function Sections({ text: { sections } }: { text: NoticeText }) {
  return (
    <Stack gap="md">
      {sections.map(({ key, title, text }) => (
        <section key={key}>
          <Title order={2} fz="md">
            {title}
          </Title>
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Text>
        </section>
      ))}
    </Stack>
  )
}

function Versions({
  text: { version, since, versions },
  addressOf,
}: {
  text: NoticeText
  addressOf: (version: number) => string
}) {
  const others = versions.filter((each) => each.version !== version)
  return (
    <>
      <SoftText mt="lg">{m.textOf({ version, day: shortDate(since) })}</SoftText>
      {others.length > 0 && (
        <SoftText component="nav" aria-label={m.formerVersions()}>
          {m.formerVersions()}
          <ul>
            {others.map((each) => (
              <li key={each.version}>
                <Anchor component={Link} to={addressOf(each.version)} inherit>
                  {m.textOf({ version: each.version, day: shortDate(each.since) })}
                </Anchor>
              </li>
            ))}
          </ul>
        </SoftText>
      )}
    </>
  )
}
