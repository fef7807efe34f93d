import { Button, Card, Spinner, Switch } from '@blueprintjs/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api, LoadError, notifyFailure, PageHeader } from 'stoa/admin'
import type { NoticePage } from '../api-types.ts'
import { markRead } from './inbox.ts'
import { NoticeList } from './notice-list.tsx'
import { useMessages } from './messages.ts'
import './notes.css'

/** All notifications of the signed-in user. */
export default function Notices() {
  const say = useMessages()
  const client = useQueryClient()
  const { data, error, refetch, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['notices', 'all'],
    queryFn: ({ pageParam, signal }) => api<NoticePage>('notice', { query: { after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const notices = data?.pages.flatMap((page) => page.data) ?? []
  const newest = notices[0]
  const act = async (run: () => Promise<unknown>) => {
    try {
      await run()
    } catch (failure) {
      notifyFailure(say('failed'), failure)
    }
    await client.invalidateQueries({ queryKey: ['notices'] })
  }
  return (
    <>
      <PageHeader
        title={say('bell')}
        actions={
          <Button
            disabled={!notices.some((notice) => !notice.read)}
            onClick={() => void act(async () => newest && (await markRead({ up_to: newest.id })))}
          >
            {say('readAll')}
          </Button>
        }
      />
      {error && <LoadError error={error} retry={refetch} />}
      {!data && !error && <Spinner aria-label={say('loading')} />}
      {data && (
        <Card compact className="notices-page">
          <Switch
            label={say('byMail')}
            checked={data.pages[0]?.by_mail ?? false}
            onChange={(event) => {
              const by_mail = event.currentTarget.checked
              void act(() => api('notice/mail', { method: 'PUT', body: { by_mail } }))
            }}
          />
          {notices.length === 0 ? <p className="quiet">{say('nothing')}</p> : <NoticeList notices={notices} />}
          {hasNextPage && (
            <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {say('older')}
            </Button>
          )}
        </Card>
      )}
    </>
  )
}
