import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { MailNote, mailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { maxDataRequests, type YearLine } from '../api/year.ts'
import { daysBetweenRequests } from '../domain/declaration-requests.ts'
import { m } from '../messages/messages.ts'
import { askedByDefault } from './asked-by-default.ts'
import classes from './year.module.css'
import { dataRequestMailQuery, requestDeclarationData } from './year-data.ts'

interface RequestDataDialogProps {
  readonly year: number
  readonly lines: readonly YearLine[]
  readonly onClose: () => void
}

/** The mail as this partner reads it, in their language. */
function RequestMail({ year, partnerId }: { readonly year: number; readonly partnerId: string }) {
  const mail = useQuery({ ...dataRequestMailQuery(year, partnerId), placeholderData: keepPreviousData })
  return (
    <QueryBoundary query={mail} rows={3}>
      {({ language, subject, paragraphs }) => (
        <section aria-label={m.theMail()} className={classes.mail}>
          <div lang={language}>
            <Text fz="sm" fw={600}>
              {subject}
            </Text>
            {paragraphs.map((paragraph) => (
              <Text key={paragraph} fz="sm">
                {paragraph}
              </Text>
            ))}
          </div>
        </section>
      )}
    </QueryBoundary>
  )
}

/** Shows who is asked for what, and the mail, before anything is sent. */
export default function RequestDataDialog({ year, lines, onClose }: RequestDataDialogProps) {
  const askable = lines.filter(({ canBeAsked }) => canBeAsked)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        askedByDefault(askable, new Date())
          .slice(0, maxDataRequests)
          .map(({ partner }) => partner.id),
      ),
  )
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const toAsk = askable.filter(({ partner }) => chosen.has(partner.id))
  const { busy, run: send } = useAction(async () => {
    const body = { partners: toAsk.map(({ partner, request }) => ({ id: partner.id, requestedAt: request?.at ?? null })) }
    const { requested, alreadyAsked, complete } = await requestDeclarationData(year, body)
    const rest = [
      ...(alreadyAsked > 0 ? [m.askedMeanwhile({ count: alreadyAsked })] : []),
      ...(complete > 0 ? [m.completeByNow({ count: complete })] : []),
    ]
    toastSuccess(m.partnersAsked({ count: requested }), [mailNote() ?? m.oneMailEach({ year }), ...rest].join(', '))
    onClose()
  }, m.error())
  const [example] = toAsk
  return (
    <Dialog onClose={onClose} title={m.askForData()} size="lg">
      <Stack>
        <SoftText>{m.requestLead({ year, days: daysBetweenRequests })}</SoftText>
        <MailNote />
        <ul className={classes.requests} aria-label={m.partnersToAsk()}>
          {askable.map(({ partner, missing, request, paidCents }) => (
            <li key={partner.id}>
              <Checkbox
                label={partner.name}
                checked={chosen.has(partner.id)}
                onChange={() => toggle(partner.id)}
                description={
                  <>
                    {missing.join(', ')}
                    {request && ` · ${m.askedOnBy({ on: shortDate(request.at), by: request.by })}`}
                  </>
                }
              />
              <SoftText className="figure">{formatEurosExact(paidCents)}</SoftText>
            </li>
          ))}
        </ul>
        {example && <RequestMail year={year} partnerId={example.partner.id} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button loading={busy} disabled={toAsk.length === 0 || toAsk.length > maxDataRequests} onClick={() => send()}>
            {m.sendMails({ count: toAsk.length })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
