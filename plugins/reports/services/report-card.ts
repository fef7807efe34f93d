import { type Ctx, comparedPeriod, type PeriodName, resolvePeriod } from 'stoa'
import { verbPermission } from 'stoa/engine'
import type { Card, CardChart, CardContent, CardPeriod, CardRow, Figure } from 'stoa/plugins/desk'
import type { ReportView } from '../api-types.ts'
import { chooseUnit } from '../domain/periods.ts'
import { getLanguage, readReport } from './read-report.ts'
import type { Report } from './report.ts'
import { getToday, parseRequest } from './request.ts'

/** Numbers of a report as a dashboard card: totals with their change, a chart over time, or the first groups of a dimension. */
export interface ReportCardOptions extends Pick<Card, 'title' | 'size' | 'sizes' | 'isExtra' | 'empty'> {
  /** Measures whose totals are shown. */
  figures?: readonly string[]
  /** A measure whose course over the period is drawn, beside that of the period before. */
  course?: string
  /** The groups of a dimension with the largest number. `link`: start of the page of a group, to which its key is added. */
  top?: { by: string; measure: string; count: number; link?: string }
  /** A period of its own, whatever the dashboard shows. */
  period?: PeriodName
}

/** Creates a card of a report, for those who may see the report. A measure the reader may not see is left out. */
export function createReportCard(name: string, report: Report, { figures = [], course, top, period, ...options }: ReportCardOptions): Card {
  const dimension = top && report.dimensions[top.by]
  return {
    ...options,
    needs: dimension?.of ? `${report.needs} & ${verbPermission('get', dimension.of)}` : report.needs,
    plugin: 'reports',
    link: `report/${name}?period=${period ?? '{period}'}`,
    read: async (ctx, dates) => {
      const days = period ? findDates(ctx, period) : dates
      const unit = course ? chooseUnit(days.period) : undefined
      const request = parseRequest(ctx, name, {
        ...{ period: null, ...days.period, compare: 'previous', filter: '' },
        by: unit ?? top?.by ?? '',
        sort: top ? `-${top.measure}` : null,
      })
      const view = await readReport(ctx, request, top?.count)
      return {
        ...(figures.length > 0 ? { figures: toFigures(view, figures) } : {}),
        ...(course ? toCourse(ctx, view, course) : {}),
        ...(top ? { rows: toRows(view, top) } : {}),
      }
    },
  }
}

function findDates(ctx: Ctx, name: PeriodName): CardPeriod {
  const period = resolvePeriod(name, getToday(ctx))
  return { period, compared: comparedPeriod(period, 'previous') }
}

const toFigures = (view: ReportView, names: readonly string[]): Figure[] =>
  names.flatMap((name) => {
    const n = view.measures.findIndex((measure) => measure.name === name)
    const measure = view.measures[n]
    return measure
      ? [{ title: measure.title, type: measure.type, value: view.totals[n] ?? null, compared: view.compared_totals?.[n] ?? null }]
      : []
  })

/** The chart of a measure. A period without any amount has none. */
function toCourse(ctx: Ctx, view: ReportView, name: string): Pick<CardContent, 'chart'> {
  const n = view.measures.findIndex((measure) => measure.name === name)
  const measure = view.measures[n]
  const isZero = (value: string | null | undefined) => Number(value ?? 0) === 0
  if (!measure || view.groups.length < 2 || view.groups.every(({ values, compared }) => isZero(values[n]) && isZero(compared?.[n])))
    return {}
  const translate = (key: string) => ctx.kernel.i18n.t(getLanguage(ctx), key)
  const chart: CardChart = {
    kind: 'line',
    type: measure.type,
    label_title: translate('reports:card.day'),
    labels: view.groups.map(({ labels }) => labels[0] ?? ''),
    series: [
      { name: measure.title, data: view.groups.map(({ values }) => values[n] ?? null) },
      { name: translate('reports:card.before'), data: view.groups.map(({ compared }) => compared?.[n] ?? '0') },
    ],
  }
  return { chart }
}

function toRows(view: ReportView, { measure: name, count, link }: NonNullable<ReportCardOptions['top']>): CardRow[] {
  const n = view.measures.findIndex((measure) => measure.name === name)
  const measure = view.measures[n]
  if (!measure) return []
  return view.groups.slice(0, count).map(({ keys, labels, values }) => ({
    title: labels[0] ?? '',
    value: values[n] ?? null,
    type: measure.type,
    ...(link && keys[0] ? { link: link + keys[0] } : {}),
  }))
}
