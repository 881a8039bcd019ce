import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { FoundItem } from '../api/found-data.ts'
import type { PeopleRequest } from '../api/requests.ts'
import { m } from '../messages/messages.ts'
import { chooseItems, foundFileAddress } from './data.ts'

const kinds: Readonly<Record<FoundItem['kind'], string>> = {
  text: m.text(),
  file: m.file(),
  candidate: m.lead(),
}

/** Texts, files and leads that somebody reads before the person gets them: each is shown, or left out for a reason. */
export function FoundItems({ request, items }: { request: PeopleRequest; items: readonly FoundItem[] }) {
  if (items.length === 0 || !request.can.answer) return null
  const count = (shown: boolean) => items.filter((item) => item.shown === shown).length
  return (
    <section>
      <Title order={2} fz={17} ff="inherit" fw={600}>
        {m.readFirst()}
      </Title>
      <SoftText fz="sm">{request.wish === 'forget' ? m.readForForget() : m.readFirstText()}</SoftText>
      {request.wish === 'forget' && items.some(({ kind }) => kind === 'candidate') && (
        <SoftText fz="sm">{m.readForWhichLeads()}</SoftText>
      )}
      <SoftText fz="sm">{m.decided({ shown: count(true), hidden: count(false) })}</SoftText>
      <Stack component="ul" gap="sm" mt="sm" p={0} style={{ listStyle: 'none' }}>
        {items.map((item) => (
          <Item key={item.item} requestId={request.id} item={item} />
        ))}
      </Stack>
    </section>
  )
}

interface ItemProps {
  readonly requestId: string
  readonly item: FoundItem
}

function Item({ requestId, item }: ItemProps) {
  const [reason, setReason] = useState(item.reason)
  const { busy, run: choose } = useAction((shown: boolean) =>
    chooseItems(requestId, [{ item: item.item, shown, reason: shown ? '' : reason }]),
  )
  const state = item.shown === null ? m.notReadYet() : item.shown ? m.shownToPerson() : m.leftOut()
  return (
    <li style={{ borderBottom: '1px solid var(--line)', paddingBottom: 12 }}>
      <SoftText fz="xs">{[kinds[item.kind], item.where, state].join(' · ')}</SoftText>
      <Text fz="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {item.fileId ? (
          <Anchor
            href={foundFileAddress(requestId, item.fileId)}
            target="_blank"
            rel="noreferrer"
            aria-label={m.openFoundFile({ name: item.text })}
          >
            {item.text}
          </Anchor>
        ) : (
          item.text
        )}
      </Text>
      <Group mt={6} align="flex-end">
        <Button
          size="compact-sm"
          variant={item.shown === true ? 'filled' : 'default'}
          // A button that is disabled would lose the focus; a second press does nothing meanwhile.
          aria-disabled={busy}
          onClick={() => choose(true)}
        >
          {m.show()}
        </Button>
        <TextInput
          size="xs"
          aria-label={m.reasonOfHidden()}
          placeholder={m.reasonOfHidden()}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          style={{ flex: 1, minWidth: 160 }}
        />
        <Button
          size="compact-sm"
          variant={item.shown === false ? 'filled' : 'default'}
          disabled={reason.trim().length < 2}
          aria-disabled={busy}
          onClick={() => choose(false)}
        >
          {m.leaveOut()}
        </Button>
      </Group>
    </li>
  )
}
