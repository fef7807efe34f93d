import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { periodNames } from 'stoa/calendar-date'
import { DayRange, PeriodSelect, todayIn, useSession } from 'stoa/admin'
import type { ReportView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import type { ReportState } from './report-state.ts'

const COMPARISONS = ['none', 'previous', 'year'] as const

interface ReportToolsProps {
  view: ReportView | undefined
  state: ReportState
  change: (next: Partial<ReportState>) => void
  children: ReactNode
}

/** Period, comparison and groups of a report. */
export function ReportTools({ view, state, change, children }: ReportToolsProps) {
  const say = useMessages()
  const today = todayIn(useSession().manifest.site.time_zone)
  const { from, to } = view?.period ?? { from: state.from || today, to: state.to || today }
  const period = state.period || (state.from && state.to ? 'custom' : (view?.period_name ?? 'custom'))
  const by = view?.by ?? []
  const setDimension = (place: number, name: string) => {
    const next = by.filter((_, n) => n !== place)
    if (name) next.splice(place, 0, name)
    change({ by: [...new Set(next)].join(), sort: '' })
  }
  return (
    <div className="report-tools">
      {view?.dated !== false && (
        <>
          <FormGroup label={say('period')} labelFor="report-period">
            <PeriodSelect
              id="report-period"
              value={periodNames.find((name) => name === period) ?? 'custom'}
              hasCustom
              onChange={(value) => change(value === 'custom' ? { period: '', from, to } : { period: value, from: '', to: '' })}
            />
          </FormGroup>
          {period === 'custom' && (
            <DayRange from={from} to={to} latest="2199-12-31" change={(days) => change({ period: '', from, to, ...days })} />
          )}
          <FormGroup label={say('compare')} labelFor="report-compare">
            <HTMLSelect id="report-compare" value={state.compare} onChange={({ currentTarget: { value } }) => change({ compare: value })}>
              {COMPARISONS.map((comparison) => (
                <option key={comparison} value={comparison}>
                  {say(`compare_${comparison}`)}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
        </>
      )}
      {view &&
        [...by, ''].slice(0, 2).map((name, place) => (
          <FormGroup key={place} label={say(place === 0 ? 'group_by' : 'then_by')} labelFor={`report-by-${place}`}>
            <HTMLSelect id={`report-by-${place}`} value={name} onChange={({ currentTarget: { value } }) => setDimension(place, value)}>
              {(place > 0 || by.length === 0) && <option value="">{say('no_group')}</option>}
              {view.dimensions
                .filter((dimension) => dimension.name === name || !by.includes(dimension.name))
                .map((dimension) => (
                  <option key={dimension.name} value={dimension.name}>
                    {dimension.title}
                  </option>
                ))}
            </HTMLSelect>
          </FormGroup>
        ))}
      <div className="report-actions">{children}</div>
    </div>
  )
}
