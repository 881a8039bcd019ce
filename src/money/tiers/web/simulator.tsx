import { Button, Checkbox, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffers } from '#leads/lead-settings/web/data.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { parseTypedEuros } from '#platform/domain/typed-amounts.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Standing } from '../api/tiers.ts'
import type { SigningOrder } from '../domain/simulation.ts'
import { m } from '../messages/messages.ts'
import classes from './simulator.module.css'
import { type Signing, SimulatorResult } from './simulator-result.tsx'

const orders = [
  { value: 'oneByOne', label: m.oneByOne() },
  { value: 'together', label: m.together() },
] satisfies { value: SigningOrder; label: string }[]

const explanations: Readonly<Record<SigningOrder, string>> = {
  oneByOne: m.oneByOneHint(),
  together: m.togetherHint(),
}

/** Adds a client that is no lead yet; where offers are paid by rules of their own, with the offer that it takes. */
function OtherAmount({ byOffer, onAdd }: { byOffer: boolean; onAdd: (amountCents: number, offer: string | null) => void }) {
  const offers = [...useOffers().values()].filter(({ isOpen }) => isOpen)
  const [text, setText] = useState('')
  const [offer, setOffer] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const chosen = offer ?? offers[0]?.key ?? null
  const add = () => {
    const amount = parseTypedEuros(text)
    if (amount === null || amount <= 0) return setError(m.amountUnreadable())
    onAdd(amount, chosen)
    setText('')
    setError(undefined)
  }
  return (
    <form
      noValidate
      className={classes.other}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <MoneyField label={m.anotherClientField()} value={text} onChange={setText} error={error} />
      {byOffer && (
        <Select
          label={m.itsOffer()}
          allowDeselect={false}
          data={offers.map(({ key, name }) => ({ value: key, label: name }))}
          value={chosen}
          onChange={setOffer}
        />
      )}
      <Button type="submit" variant="default">
        {m.add()}
      </Button>
    </form>
  )
}

/** What chosen leads would bring if they were signed, in the order in which they are chosen. */
export default function Simulator({ standing }: { standing: Standing }) {
  const query = useQuery(openLeadsQuery)
  const [signings, setSignings] = useState<readonly Signing[]>([])
  const [order, setOrder] = useState<SigningOrder>('oneByOne')
  const remove = (key: string) => setSignings((before) => before.filter((each) => each.key !== key))
  const add = (signing: Signing) => setSignings((before) => [...before, signing])
  const addOther = (amountCents: number, offer: string | null) =>
    add({ key: crypto.randomUUID(), name: m.anotherClient(), offer, amountCents })
  const byOffer = standing.rules?.some(({ offer }) => offer !== null) ?? false
  return (
    <section className={classes.simulator} aria-labelledby="simulator">
      <h2 id="simulator" className={classes.title}>
        {m.ifTheySign()}
      </h2>
      <SoftText mb="md">{m.simulatorLead()}</SoftText>
      <div className={classes.parts}>
        <Stack gap="md">
          <QueryBoundary query={query}>
            {({ leads, hasMore }) => (
              <>
                {leads.length === 0 && <Text c="var(--ink-soft)">{m.noOpenLead()}</Text>}
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
                <ul className={classes.leads} aria-label={m.openLeads()} tabIndex={0} hidden={leads.length === 0}>
                  {leads.map(({ id, name, company, offerType: offer, estimatedAmountCents }) => (
                    <li key={id}>
                      <Checkbox
                        checked={signings.some(({ key }) => key === id)}
                        onChange={({ currentTarget: { checked } }) =>
                          checked ? add({ key: id, name: company || name, offer, amountCents: estimatedAmountCents }) : remove(id)
                        }
                        label={
                          <span className={classes.lead}>
                            <span>
                              {company} <span className="soft">{name}</span>
                            </span>
                            <span className="figure">{formatEuros(estimatedAmountCents)}</span>
                          </span>
                        }
                        classNames={{ body: classes.choice ?? '', labelWrapper: classes.label ?? '' }}
                      />
                    </li>
                  ))}
                </ul>
                {hasMore && <SoftText>{m.newestListed({ count: choicesPerColumn })}</SoftText>}
              </>
            )}
          </QueryBoundary>
          <OtherAmount byOffer={byOffer} onAdd={addOther} />
        </Stack>
        <Stack gap="md">
          {standing.current && (
            <div>
              <SegmentedControl
                fullWidth
                aria-label={m.howTheySign()}
                data={orders}
                value={order}
                onChange={(value) => setOrder(value as SigningOrder)}
              />
              <SoftText mt="xs">{explanations[order]}</SoftText>
            </div>
          )}
          <SimulatorResult standing={standing} signings={signings} order={order} onRemove={remove} />
          {signings.length > 0 && (
            <Group justify="flex-end">
              <Button variant="subtle" size="compact-sm" onClick={() => setSignings([])}>
                {m.startAgain()}
              </Button>
            </Group>
          )}
        </Stack>
      </div>
    </section>
  )
}

/** Leads of each open column that a simulation may choose from. */
const choicesPerColumn = 50

/** The partner's newest leads that may still be signed. */
const openLeadsQuery = queryOptions({
  // Read again with whatever compares leads, when one is added, changed or moved.
  queryKey: ['leads', 'known', 'open'],
  queryFn: async ({ signal }) => {
    const query = { columns: 'open', limit: choicesPerColumn }
    const { pages } = await call(leadRoutes.leadBoard, { query, signal })
    return {
      // A shared lead brings each of its partners a part alone.
      leads: pages
        .flatMap(({ items }) => items)
        .filter(({ share }) => !share)
        .sort((one, other) => other.estimatedAmountCents - one.estimatedAmountCents),
      hasMore: pages.some(({ nextCursor }) => nextCursor !== null),
    }
  },
})
