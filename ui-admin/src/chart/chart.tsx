import { Button, ButtonGroup, Callout } from '@blueprintjs/core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useT } from '../i18n/index.ts'
import './chart.css'
import { pageLook, useDark } from './palette.ts'
import { useMessages } from './messages.ts'
import type { ChartSpec, DrawnChart } from './types.ts'

export interface ChartProps {
  spec: ChartSpec
  /** Accessible name of chart and table. */
  title: string
  /** Heading of the first column of the table, such as "Month". */
  labelTitle: string
  /** Formats a number; default: with digit grouping. */
  format?: (value: number) => string
  height?: number
}

/** A chart and its data as a table. The chart library is loaded when the first chart is shown. */
export function Chart({ spec, title, labelTitle, format, height = 320 }: ChartProps) {
  const say = useMessages()
  const { language } = useT()
  const [asTable, setAsTable] = useState(false)
  const numbers = useMemo(() => new Intl.NumberFormat(language), [language])
  const formatValue = format ?? ((value: number) => numbers.format(value))
  return (
    <figure className="chart" aria-label={title}>
      <div className="chart-tools">
        <ButtonGroup aria-label={say('view')}>
          <Button size="small" active={!asTable} aria-pressed={!asTable} onClick={() => setAsTable(false)}>
            {say('chart')}
          </Button>
          <Button size="small" active={asTable} aria-pressed={asTable} onClick={() => setAsTable(true)}>
            {say('table')}
          </Button>
        </ButtonGroup>
      </div>
      {asTable ? (
        <ChartTable spec={spec} title={title} labelTitle={labelTitle} formatValue={formatValue} />
      ) : (
        <Drawing spec={spec} title={title} formatValue={formatValue} height={height} />
      )}
    </figure>
  )
}

interface DrawingProps {
  spec: ChartSpec
  title: string
  formatValue: (value: number) => string
  height: number
}

function Drawing({ spec, title, formatValue, height }: DrawingProps) {
  const say = useMessages()
  const dark = useDark()
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart>(undefined)
  const latest = useRef({ spec, title, formatValue: formatValue, dark })
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')

  useEffect(() => {
    latest.current = { spec, title, formatValue: formatValue, dark }
    drawn.current?.update(spec, { ...pageLook(dark), format: formatValue, title })
  }, [spec, title, formatValue, dark])

  useEffect(() => {
    let isUnmounted = false
    import('virtual:chart')
      .then(({ draw }) => {
        if (isUnmounted || !place.current) return
        const now = latest.current
        drawn.current = draw(place.current, now.spec, { ...pageLook(now.dark), format: now.formatValue, title: now.title })
        setState('ready')
      })
      .catch(() => !isUnmounted && setState('failed'))
    return () => {
      isUnmounted = true
      drawn.current?.destroy()
      drawn.current = undefined
    }
  }, [])

  if (state === 'failed')
    return (
      <Callout intent="warning" icon={false}>
        {say('failed')}
      </Callout>
    )
  return (
    <div className="chart-place" style={{ height }} aria-busy={state === 'loading'}>
      {state === 'loading' && <div className="bp6-skeleton chart-ghost" />}
      <div ref={place} className="chart-canvas" />
    </div>
  )
}

function ChartTable({
  spec,
  title,
  labelTitle,
  formatValue,
}: {
  spec: ChartSpec
  title: string
  labelTitle: string
  formatValue: (value: number) => string
}) {
  const id = useId()
  return (
    // A long table scrolls inside, so it must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="chart-table" role="region" aria-labelledby={id} tabIndex={0}>
      <table>
        <caption id={id} className="sr-only">
          {title}
        </caption>
        <thead>
          <tr>
            <th scope="col">{labelTitle}</th>
            {spec.series.map(({ name }) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spec.labels.map((label, i) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {spec.series.map(({ name, data }) => {
                const value = data[i]
                return (
                  <td key={name} className="num">
                    {value === null || value === undefined ? '–' : formatValue(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
