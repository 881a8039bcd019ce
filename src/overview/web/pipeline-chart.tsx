import { stageColour, stageLanguage, stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { sharePercent } from '#leads/leads/domain/conversion.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEuros, percentText } from '#platform/domain/money.ts'
import { ChartFrame } from '#platform/web/ui/charts/chart-frame.tsx'
import { RowChart } from '#platform/web/ui/charts/row-chart.tsx'
import { m } from '../messages/messages.ts'
import classes from './charts.module.css'
import type { Trends } from './data.ts'

const percent = (share: number | null) => (share === null ? '—' : percentText(share))
const number = (count: number) => count.toLocaleString(currentLocale())

/** Leads by status, and conversion rates. */
export function PipelineChart({ pipeline, conversion }: Pick<Trends, 'pipeline' | 'conversion'>) {
  const stages = useStages()
  const labelOf = (key: string) => <span lang={stageLanguage(stages, key)}>{stageName(stages, key)}</span>
  const total = pipeline.reduce((sum, column) => sum + column.count, 0)
  const amount = pipeline.reduce((sum, column) => sum + column.amountCents, 0)
  const figures = [
    { label: m.signedShare(), share: conversion.signedPercent, hint: m.signedShareHint() },
    { label: m.wonShare(), share: conversion.wonPercent, hint: m.wonShareHint() },
  ]
  return (
    <ChartFrame
      title={m.pipelineByStage()}
      hint={m.pipelineByStageHint()}
      table={{
        head: [m.stage(), m.leads(), m.share(), m.estimated()],
        rows: pipeline.map((column) => [
          labelOf(column.status),
          number(column.count),
          percent(sharePercent(column.count, total)),
          formatEuros(column.amountCents),
        ]),
        foot: [m.total(), number(total), percent(sharePercent(total, total)), formatEuros(amount)],
      }}
    >
      <dl className={classes.conversion}>
        {figures.map(({ label, share, hint }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={`display figure ${classes.conversionFigure}`}>{percent(share)}</span>
              <span className={classes.conversionHint}>{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
      <RowChart
        rows={pipeline.map((column) => ({
          key: column.status,
          label: labelOf(column.status),
          value: column.count,
          fill: `var(--${stageColour(stages, column.status)})`,
          text: number(column.count),
          more: `${formatEuros(column.amountCents)} · ${percent(sharePercent(column.count, total))}`,
        }))}
      />
    </ChartFrame>
  )
}
