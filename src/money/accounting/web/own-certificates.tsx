import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatEurosExact } from '#platform/domain/money.ts'
import { meQuery } from '#platform/web/app/session/session.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { certificatesQuery, certificateUrl } from './year-data.ts'

/** The partner's certificates of past years, for their own tax return; nothing before the first year is over. */
export function OwnCertificates() {
  const { data: me } = useQuery(meQuery)
  const certificates = useQuery(certificatesQuery)
  const years = certificates.data?.years ?? []
  if (years.length === 0 || !me) return null
  return (
    <Group gap="md" mb="md">
      <SoftText>{m.yearlyCertificates()}</SoftText>
      {years.map(({ year, paidCents }) => (
        <Anchor
          key={year}
          fz="sm"
          href={certificateUrl(me.id, year)}
          target="_blank"
          rel="noreferrer"
          title={formatEurosExact(paidCents)}
        >
          {year} (PDF)
        </Anchor>
      ))}
    </Group>
  )
}
