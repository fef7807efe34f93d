import { Button, FormGroup, HTMLSelect, InputGroup, NonIdealState, Spinner } from '@blueprintjs/core'
import { Shop } from '@blueprintjs/icons'
import { adminPath, api, go, isDay, Link, listQuery, LoadError, PageHeader, todayIn, useMissing, useSession, useT } from 'stoa/admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import type { DayReport } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { Drawers } from './drawers.tsx'
import { Next } from './next.tsx'
import { DaySums } from './payment-totals.tsx'
import './day.css'

const AGAIN_MS = 30_000

/** Day report of a store: its till sessions, their totals, and what keeps the day open. */
export default function DayScreen() {
  const say = useMessages()
  const { language } = useT()
  const { time_zone } = useSession().manifest.site
  const search = useSearch({ strict: false }) as { store?: string | number; day?: string }
  const stores = useQuery(listQuery('store', { language, limit: 100, sort: 'order', enabled: '1' }))
  const store = stores.data?.data.find(({ id }) => id === Number(search.store)) ?? stores.data?.data[0]
  const today = todayIn(time_zone)
  const day = search.day && isDay(search.day) ? search.day : today
  const report = useQuery({
    queryKey: ['pos', 'day', store?.id, day, language],
    enabled: store !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: day === today && AGAIN_MS,
    queryFn: ({ signal }) => api<DayReport>(`store/${store?.id ?? 0}/day`, { query: { day, language }, signal }),
  })
  const show = (next: { store?: number; day?: string }) =>
    go(`${adminPath('store/day')}?${new URLSearchParams({ store: String(next.store ?? store?.id ?? ''), day: next.day ?? day })}`)
  const error = stores.error ?? report.error
  useMissing(report.error, adminPath('store/day'))
  return (
    <>
      <PageHeader
        title={say('day')}
        actions={
          report.data &&
          report.data.sessions.length > 0 && (
            <Button icon="print" onClick={() => window.print()} intent={report.data.closed ? 'primary' : 'none'}>
              {say('printReport')}
            </Button>
          )
        }
      />
      {stores.data && stores.data.data.length > 0 && (
        <DayTools stores={stores.data.data} store={store?.id ?? 0} day={day} latest={today} show={show} />
      )}
      {error && <LoadError error={error} retry={stores.error ? stores.refetch : report.refetch} />}
      {stores.data?.data.length === 0 && <NonIdealState icon={<Shop size={40} />} title={say('none')} />}
      {!error && (stores.isPending || (store && !report.data)) && <Spinner aria-label={say('loading')} />}
      {store && report.data && (
        <article className="till-day" aria-label={`${report.data.store} ${report.data.day}`} aria-busy={report.isPlaceholderData}>
          <h2 className="till-day-print">
            {report.data.store} · {report.data.day}
          </h2>
          {report.data.sessions.length === 0 ? (
            <NonIdealState
              title={say('dayNone')}
              action={day === today ? <Link to={adminPath(`store/pos/new/${store.id}`)}>{say('toCounter')}</Link> : <></>}
            />
          ) : (
            <>
              <Next report={report.data} store={store.id} />
              <DaySums report={report.data} />
              <Drawers report={report.data} />
            </>
          )}
        </article>
      )}
    </>
  )
}

interface Tools {
  stores: readonly { id: number; [field: string]: unknown }[]
  store: number
  day: string
  latest: string
  show: (next: { store?: number; day?: string }) => void
}

/** Selection of store and day. */
function DayTools({ stores, store, day, latest, show }: Tools) {
  const say = useMessages()
  const id = useId()
  return (
    <div className="till-day-tools">
      {stores.length > 1 && (
        <FormGroup inline label={say('store')} labelFor={`${id}-store`}>
          <HTMLSelect id={`${id}-store`} value={store} onChange={({ target }) => show({ store: Number(target.value) })}>
            {stores.map((store) => (
              <option key={store.id} value={store.id}>
                {String(store['name'])}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
      )}
      <FormGroup inline label={say('dayOf')} labelFor={`${id}-day`}>
        <InputGroup
          id={`${id}-day`}
          type="date"
          max={latest}
          value={day}
          onValueChange={(next) => {
            if (isDay(next)) show({ day: next })
          }}
        />
      </FormGroup>
    </div>
  )
}
