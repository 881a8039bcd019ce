import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { maxDataRequests, type YearLine } from '../api.ts'
import { daysBetweenRequests, requestParagraphs } from '../domain/declaration-requests.ts'
import { askedByDefault } from './asked-by-default.ts'
import { requestDeclarationData } from './data.ts'
import classes from './year.module.css'

const partners = (count: number) => (count === 1 ? '1 partner' : `${count} partners`)

interface RequestDataDialogProps {
  readonly year: number
  readonly lines: readonly YearLine[]
  readonly onClose: () => void
}

/** Shows who is asked for what, and the mail, before anything is sent. Mounted only while open. */
export default function RequestDataDialog({ year, lines, onClose }: RequestDataDialogProps) {
  const { providerName } = useSettings()
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
      ...(alreadyAsked > 0 ? [`${alreadyAsked} asked meanwhile`] : []),
      ...(complete > 0 ? [`${complete} complete by now`] : []),
    ]
    toastSuccess(`${partners(requested)} asked`, [`One mail each, about ${year}`, ...rest].join(', '))
    onClose()
  }, 'Error')
  const [example] = toAsk
  return (
    <Dialog onClose={onClose} title="Ask for missing data" size="lg">
      <Stack>
        <SoftText>
          Each gets one mail in French with what the declaration of {year} lacks about them, and a button to their billing data.
          Who was asked in the last {daysBetweenRequests} days is asked again only if you tick them.
        </SoftText>
        <ul className={classes.requests} aria-label="Partners to ask">
          {askable.map(({ partner, missing, request, paidCents }) => (
            <li key={partner.id}>
              <Checkbox
                label={partner.name}
                checked={chosen.has(partner.id)}
                onChange={() => toggle(partner.id)}
                description={
                  <>
                    <span lang="fr">{missing.join(', ')}</span>
                    {request && ` · asked on ${shortDate(request.at)} by ${request.by}`}
                  </>
                }
              />
              <SoftText className="figure">{formatEurosExact(paidCents)}</SoftText>
            </li>
          ))}
        </ul>
        {example && (
          <section aria-label="The mail" lang="fr" className={classes.mail}>
            <Text fz="sm" fw={600}>
              Déclaration {year} : informations à compléter
            </Text>
            {[`Bonjour ${example.partner.name},`, ...requestParagraphs({ providerName, year, missing: example.missing })].map(
              (paragraph) => (
                <Text key={paragraph} fz="sm">
                  {paragraph}
                </Text>
              ),
            )}
          </section>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={toAsk.length === 0 || toAsk.length > maxDataRequests} onClick={() => send()}>
            {toAsk.length === 1 ? 'Send 1 mail' : `Send ${toAsk.length} mails`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
