import { HTMLTable } from '@blueprintjs/core'
import type { CSSProperties } from 'react'
import { formatValue, useT } from 'stoa/admin'
import type { ReportView } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** Share of the accent color in the darkest cell, in percent. Text stays readable on it. */
const DARKEST = 40

/** A report by two dimensions as a table, whose cells are shaded by the first measure of its chart. */
export function ReportHeat({ view }: { view: ReportView }) {
  const say = useMessages()
  const { language } = useT()
  const place = view.measures.findIndex(({ name }) => name === view.chart.measures[0])
  const measure = view.measures[place]
  const [rows, columns] = [listKeys(view, 0), listKeys(view, 1)]
  if (!measure || rows.length === 0) return null
  const values = new Map(view.groups.map(({ keys, values }) => [JSON.stringify(keys), values[place]]))
  const largest = Math.max(0, ...[...values.values()].map((value) => Number(value ?? 0)))
  const shade = (value: string | null | undefined): CSSProperties => {
    const share = largest > 0 ? Math.max(0, Number(value ?? 0)) / largest : 0
    return { background: `color-mix(in srgb, var(--accent) ${Math.round(share * DARKEST)}%, transparent)` }
  }
  const titleOf = (n: number) => view.dimensions.find(({ name }) => name === view.by[n])?.title ?? ''
  const title = say('heat_title', { measure: measure.title, rows: titleOf(0), columns: titleOf(1) })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reachable by keyboard
    <div className="panel report-table report-heat" role="region" aria-label={title} tabIndex={0}>
      <HTMLTable compact>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{titleOf(0)}</th>
            {columns.map(([key, label]) => (
              <th key={key} scope="col" className="is-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([row, label]) => (
            <tr key={row}>
              <th scope="row">{label}</th>
              {columns.map(([column]) => {
                const value = values.get(JSON.stringify([row, column]))
                return (
                  <td key={column} className="num is-end" style={shade(value)}>
                    {value === undefined || value === null ? '' : formatValue(measure.type, value, view.currency, language)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

/** The keys of a dimension with their labels, in the order of numbers and names. */
function listKeys({ groups }: ReportView, n: number): (readonly [string | null, string])[] {
  const labels = new Map(groups.map(({ keys, labels }) => [keys[n] ?? null, labels[n] ?? '']))
  return [...labels].sort(([, one], [, two]) => one.localeCompare(two, undefined, { numeric: true }))
}
