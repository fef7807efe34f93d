import { useInfiniteQuery } from '@tanstack/react-query'
import { api, Link, Money, rowPath, Timeline, type TimelineProps, type TimelineSource, useSession } from 'stoa/admin'
import type { TimelineEntry, TimelinePage } from '../../admin-api-types.ts'
import { useMessages } from './messages.ts'

/** Timeline of a person; for a customer's row also with its comments. */
export function PersonTimeline({ id, subject }: { id: number; subject: TimelineProps['subject'] }) {
  const say = useMessages()
  const { data, isError, isFetching, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['list', 'person', 'timeline', id],
    queryFn: ({ pageParam }) => api<TimelinePage>(`person/${id}/timeline`, { query: { after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const getActorName = (entry: TimelineEntry) => entry.actor ?? (entry.actor_kind === 'admin' ? '' : say(entry.actor_kind))
  const source: TimelineSource = {
    name: 'person',
    entries: (data?.pages.flatMap((page) => page.data) ?? []).map((entry) => ({
      key: String(entry.id),
      at: entry.occurred_at,
      kind: entry.plugin,
      head: <About entry={entry} />,
      who: getActorName(entry),
    })),
    kinds: Object.fromEntries((data?.pages[0]?.counts ?? []).map(({ plugin, name }) => [plugin, name])),
    older: hasNextPage ? () => void fetchNextPage() : undefined,
    busy: isFetching,
    failed: isError,
  }
  return <Timeline title={say('timeline')} sources={[source]} {...(subject ? { subject } : {})} />
}

/** Text of an entry, linked if the member of staff may open its subject, with the amount. */
function About({ entry }: { entry: TimelineEntry }) {
  const { manifest } = useSession()
  const subject = manifest.resources[entry.subject_type ?? '']
  return (
    <>
      {subject && entry.subject_id ? <Link to={rowPath(manifest, subject, entry.subject_id)}>{entry.summary}</Link> : entry.summary}
      {entry.amount && entry.currency && (
        <>
          {' '}
          <Money value={entry.amount} currency={entry.currency} />
        </>
      )}
    </>
  )
}
