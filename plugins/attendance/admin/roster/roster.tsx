import { addDays, countDays, startOfWeek } from 'stoa/calendar-date'
import { Button, HTMLSelect, InputGroup, NonIdealState, Spinner } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Time, Undo } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, go, isDay, LoadError, PageHeader, todayIn, useDebounced, useNarrow, useSession, useT } from 'stoa/admin'
import type { RosterWeek } from '../../api-types.ts'
import { useRosterMessages } from '../messages.ts'
import './roster.css'
import { RosterGrid } from './roster-grid.tsx'
import { ShiftChip } from './shift-chip.tsx'
import { ROSTER_KEY, useRosterChanges } from './use-roster-changes.ts'
import { WeekActions } from './week-actions.tsx'

const WRITE = ['create hr shift assignment', 'update hr shift assignment', 'cancel hr shift assignment']
const SEARCH_MS = 250

/** The roster by week: who works which shift on which day. */
export default function RosterScreen() {
  const say = useRosterMessages()
  const { language } = useT()
  const { me, manifest } = useSession()
  const narrow = useNarrow()
  const search = useSearch({ strict: false }) as { week?: string }
  const today = todayIn(manifest.site.time_zone)
  const from = startOfWeek(isDay(search.week) ? search.week : today)
  const [q, setQ] = useState('')
  const [department, setDepartment] = useState<number | null>(null)
  const [page, setPage] = useState(1)
  const [day, setDay] = useState(() => Math.min(6, Math.max(0, countDays(from, today) - 1)))
  const filter = { department_id: department, q: useDebounced(q, SEARCH_MS) }
  const changes = useRosterChanges()
  const permissions = me.role.permission_list
  const mayEdit = WRITE.every((permission) => permissions.includes(permission))
  const mayPublish = permissions.includes('publish hr shift assignment')
  const departments = useQuery({
    queryKey: ['options', 'hr_department', language],
    enabled: permissions.includes('get hr department'),
    queryFn: ({ signal }) => api<{ data: { value: number; label: string }[] }>('hr_department/options', { query: { language }, signal }),
  })
  const query = { week: from, page, ...filter }
  const {
    data: week,
    error,
    refetch,
  } = useQuery({
    queryKey: [...ROSTER_KEY, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<RosterWeek>('hr_shift_assignment/roster', { query, signal }),
  })
  const turn = (to: string) => go(`/admin/shift/roster?week=${to}`)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const range = dates.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${addDays(from, 6)}T00:00:00Z`))
  return (
    <div className="roster-page">
      <PageHeader
        title={say('title')}
        actions={week ? <WeekActions week={week} filter={filter} changes={changes} mayEdit={mayEdit} mayPublish={mayPublish} /> : null}
      />
      <div className="roster-tools">
        <div className="roster-week">
          <Button icon={<ChevronLeft aria-hidden />} aria-label={say('previous')} onClick={() => turn(addDays(from, -7))} />
          <Button onClick={() => turn(today)}>{say('this_week')}</Button>
          <Button icon={<ChevronRight aria-hidden />} aria-label={say('next')} onClick={() => turn(addDays(from, 7))} />
          <input
            className="bp6-input"
            type="date"
            aria-label={say('week')}
            value={from}
            onChange={({ target }) => {
              if (isDay(target.value)) turn(startOfWeek(target.value))
            }}
          />
          <strong aria-live="polite">{range}</strong>
        </div>
        <InputGroup
          type="search"
          aria-label={say('search')}
          placeholder={say('search')}
          value={q}
          onValueChange={(text) => {
            setQ(text)
            setPage(1)
          }}
        />
        {departments.data && departments.data.data.length > 0 ? (
          <HTMLSelect
            aria-label={say('department')}
            value={department ?? ''}
            options={[{ value: '', label: say('all_departments') }, ...departments.data.data]}
            onChange={({ currentTarget }) => {
              setDepartment(currentTarget.value === '' ? null : Number(currentTarget.value))
              setPage(1)
            }}
          />
        ) : null}
        {mayEdit ? (
          <Button icon={<Undo aria-hidden />} disabled={!changes.canUndo} loading={changes.busy} onClick={() => void changes.undo()}>
            {say('undo')}
          </Button>
        ) : null}
      </div>
      <p id="roster-keys" className={narrow ? 'sr-only' : 'quiet small'}>
        {mayEdit ? say('keys') : say('keys_read')}
      </p>
      <div className="sr-only" role="status" aria-live="assertive">
        {changes.announcement}
      </div>
      {error && !week ? <LoadError error={error} retry={refetch} /> : null}
      {!week && !error ? <Spinner aria-label={say('loading')} /> : null}
      {week && mayEdit && !narrow ? (
        <div className="roster-palette" role="group" aria-label={say('shifts')}>
          {week.shifts
            .filter(({ enabled }) => enabled)
            .map((shift) => (
              <ShiftChip key={shift.id} shift={shift} drag={JSON.stringify({ shift_id: shift.id, from: null })} />
            ))}
        </div>
      ) : null}
      {week && narrow ? (
        <div className="roster-days" role="group" aria-label={say('day')}>
          {week.days.map(({ date }, n) => (
            <Button key={date} active={n === day} aria-pressed={n === day} onClick={() => setDay(n)}>
              {new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))}
            </Button>
          ))}
        </div>
      ) : null}
      {week && week.rows.length === 0 ? (
        <NonIdealState icon={<Time size={40} aria-hidden />} title={say('empty')} description={say('empty_text')} />
      ) : null}
      {week && week.rows.length > 0 ? (
        <RosterGrid week={week} days={narrow ? [day] : [0, 1, 2, 3, 4, 5, 6]} mayEdit={mayEdit} changes={changes} />
      ) : null}
      {week && week.total > week.page_size ? (
        <p className="roster-pages">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {say('previous_page')}
          </Button>
          <span className="num">{say('page', { page, pages: Math.ceil(week.total / week.page_size) })}</span>
          <Button disabled={page * week.page_size >= week.total} onClick={() => setPage(page + 1)}>
            {say('next_page')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}
