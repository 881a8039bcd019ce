import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Closings } from '#money/accounting/web/closings.tsx'
import { Journal } from '#money/accounting/web/journal.tsx'
import { StaffMoneyTabs } from '#money/commissions/web/money-tabs.tsx'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { IconSettings } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { settingsSectionPath } from '#provider/settings/domain/section-path.ts'
import { m } from '../messages/messages.ts'
import { yearQuery } from './data.ts'
import { ExportedDeclarations } from './exported-declarations.tsx'
import { Individuals } from './individuals.tsx'
import { YearLines } from './year-lines.tsx'
import { YearSums } from './year-sums.tsx'

/** The year that is about to be declared: the last one until May, when the declaration's tolerance ends. */
function usualYear(today: string): number {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return month <= 5 ? year - 1 : year
}

/** What was paid in a year: its declaration, certificates, individuals and the accountant's journal. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const requestedYear = Number(/^2\d{3}$/.exec(params.get('year') ?? '')?.[0] ?? usualYear(dayInputText(new Date())))
  const query = useQuery(yearQuery(requestedYear))
  const years = [...new Set([requestedYear, ...(query.data?.years ?? [])])].toSorted((one, other) => other - one)
  const choose = (year: string | null) =>
    setParams(
      (current) => {
        if (year) current.set('year', year)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <PageHeader title={m.year()} subtitle={m.yearLead()}>
        <Button
          component={Link}
          to={`${settingsSectionPath('money')}?card=declaration`}
          variant="default"
          leftSection={<IconSettings size={18} aria-hidden="true" />}
        >
          {m.yearSettings()}
        </Button>
      </PageHeader>
      <StaffMoneyTabs />
      <Select
        label={m.calendarYear()}
        w={140}
        mb="md"
        allowDeselect={false}
        data={years.map(String)}
        value={String(requestedYear)}
        onChange={choose}
      />
      <QueryBoundary query={query}>
        {(data) => (
          <>
            <YearSums data={data} />
            <YearLines data={data} />
            <ExportedDeclarations data={data} />
            <Individuals data={data} />
          </>
        )}
      </QueryBoundary>
      <Journal />
      <Closings />
    </>
  )
}
