import { Button, Callout } from '@blueprintjs/core'
import { Feed } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  adminPath,
  api,
  Calendar,
  type CalendarEntry,
  CalendarLegend,
  go,
  LoadError,
  isDay,
  keepPreference,
  notifyFailure,
  notifySuccess,
  PageHeader,
  getVisibleRange,
  todayIn,
  useNarrow,
  usePreference,
  useSession,
  useT,
  type View,
  views,
} from 'stoa/admin'
import type { CalendarView, Entry, Feed as StoredFeed } from '../api-types.ts'
import { Feeds } from './feeds/feeds.tsx'
import { useMessages } from './messages.ts'

/** Page, API path and preference key of the hidden sources, which is stored with the account, by scope. */
const pages = {
  all: { page: 'calendar', path: 'calendar', hidden: 'calendar.hidden' },
  mine: { page: 'my-calendar', path: 'my/calendar', hidden: 'my-calendar.hidden' },
} as const
const NONE: readonly string[] = []

const getKey = ({ source, id }: Entry) => `${source} ${id}`

/** Calendar of all plugins as month, week or list: of everybody, or of the account alone. */
export function CalendarPage({ scope }: { scope: StoredFeed['scope'] }) {
  const { page, path, hidden: hiddenKey } = pages[scope]
  const say = useMessages()
  const { language } = useT()
  const zone = useSession().manifest.site.time_zone
  const narrow = useNarrow()
  const hidden = usePreference<readonly string[]>(hiddenKey, NONE)
  const search = useSearch({ strict: false }) as { view?: string; day?: string }
  const today = todayIn(zone)
  const view: View = views.find((view) => view === search.view) ?? (narrow ? 'list' : 'month')
  const day = isDay(search.day) ? search.day : today
  const [feeds, setFeeds] = useState(false)
  const { from, to } = getVisibleRange(view, day, language)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [path, from, to, language],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<CalendarView>(path, { query: { from, to, language }, signal }),
  })
  const entriesByKey = new Map(data?.data.map((entry) => [getKey(entry), entry]))
  const sources = new Map(data?.sources.map((source) => [source.name, source]))
  const entries = [...entriesByKey].flatMap(([key, entry]): CalendarEntry[] => {
    const source = sources.get(entry.source)
    if (!source || hidden.includes(source.name)) return []
    const { title, start, end, all_day: allDay, status, movable, link } = entry
    return [
      { key, title, start, end, allDay, status, movable, kind: source.title, hue: source.hue, to: link ? adminPath(link) : undefined },
    ]
  })
  const cut = [...sources.values()].filter((source) => source.cut)

  const toggle = (name: string) =>
    void keepPreference(hiddenKey, hidden.includes(name) ? hidden.filter((hiddenName) => hiddenName !== name) : [...hidden, name])

  const move = async ({ key }: CalendarEntry, target: { start: string; end: string | null }) => {
    const entry = entriesByKey.get(key)
    if (!entry) return
    try {
      await api(`calendar/entry/${encodeURIComponent(entry.source)}/${encodeURIComponent(entry.id)}`, {
        method: 'PUT',
        body: { ...target, version: entry.version },
      })
      notifySuccess(say('moved'), [entry.title])
    } catch (failure) {
      notifyFailure(say('notMoved'), failure)
    }
    await refetch()
  }

  return (
    <>
      <PageHeader title={say(scope === 'mine' ? 'myTitle' : 'title')} />
      <Calendar
        view={view}
        day={day}
        today={today}
        entries={entries}
        loading={isFetching && !error}
        go={(next) => go(`${adminPath(page)}?${new URLSearchParams({ view: next.view, day: next.day })}`)}
        onMove={(entry, target) => void move(entry, target)}
        tools={
          <Button icon={<Feed aria-hidden />} onClick={() => setFeeds(true)}>
            {say('feeds')}
          </Button>
        }
      >
        {error && <LoadError error={error} retry={refetch} />}
        {data && data.sources.length === 0 && <Callout icon={false}>{say(scope === 'mine' ? 'noOwnSources' : 'noSources')}</Callout>}
        {data && data.sources.length > 0 && <CalendarLegend items={data.sources} hidden={hidden} toggle={toggle} />}
        {cut.length > 0 && (
          <Callout intent="warning" icon={false}>
            {say('cut', { sources: cut.map(({ title }) => title).join(', ') })}
          </Callout>
        )}
      </Calendar>
      {feeds && <Feeds scope={scope} close={() => setFeeds(false)} />}
    </>
  )
}
