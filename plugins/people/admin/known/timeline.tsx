import { Button, Card } from '@blueprintjs/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, Link, Moment, Money, rowPath, useSession } from '../../../../ui-admin/src/kit/index.ts'
import type { TimelineEntry, TimelinePage } from '../../wire-admin.ts'
import { useTexts } from './texts.ts'

/** What happened with somebody, newest first; chips narrow it to the part it comes from. */
export function PersonTimeline({ id }: { id: number }) {
  const say = useTexts()
  const [plugin, setPlugin] = useState('')
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['list', 'person', 'timeline', id, plugin],
    queryFn: ({ pageParam }) => api<TimelinePage>(`person/${id}/timeline`, { query: { plugin, after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const entries = data?.pages.flatMap((page) => page.data) ?? []
  const counts = new Map<string, { name: string; n: number }>()
  for (const { plugin: one, name, n } of data?.pages[0]?.counts ?? []) counts.set(one, { name, n: (counts.get(one)?.n ?? 0) + n })
  const who = (entry: TimelineEntry) => entry.actor ?? (entry.actor_kind === 'admin' ? '' : say(entry.actor_kind))
  return (
    <Card compact className="known-timeline">
      <h2>{say('timeline')}</h2>
      {counts.size > 1 && (
        <p>
          {['', ...counts.keys()].map((one) => (
            <Button
              key={one}
              size="small"
              variant="minimal"
              active={plugin === one}
              aria-pressed={plugin === one}
              onClick={() => setPlugin(one)}
            >
              {one === '' ? say('all') : `${counts.get(one)?.name} ${counts.get(one)?.n}`}
            </Button>
          ))}
        </p>
      )}
      {data && entries.length === 0 && <p className="quiet">{say('nothing')}</p>}
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            <About entry={entry} />
            {entry.amount && entry.currency && (
              <>
                {' '}
                <Money value={entry.amount} currency={entry.currency} />
              </>
            )}
            <span className="quiet small">
              {' '}
              <Moment value={entry.occurred_at} /> {who(entry) && `· ${who(entry)}`}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say('more')}
        </Button>
      )}
    </Card>
  )
}

/** The line, as a link while its subject can be opened by this member of staff. */
function About({ entry }: { entry: TimelineEntry }) {
  const { manifest } = useSession()
  const subject = manifest.resources[entry.subject_type ?? '']
  if (!subject || !entry.subject_id) return entry.summary
  return <Link to={rowPath(manifest, subject, entry.subject_id)}>{entry.summary}</Link>
}
