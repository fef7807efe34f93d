import { Button, Callout, Dialog, DialogBody, FormGroup, InputGroup, Spinner } from '@blueprintjs/core'
import { Duplicate, Trash } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ConfirmDialog, failureLines, Moment, notifyFailure, notifySuccess } from 'stoa/admin'
import type { Feed, FeedList, NewFeed } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { FeedForm, type FeedInput } from './feed-form.tsx'
import './feeds.css'

/** Private iCalendar feeds: create, copy the URL once, and delete. */
export function Feeds({ scope, close }: { scope: Feed['scope']; close: () => void }) {
  const say = useMessages()
  const [newFeed, setNewFeed] = useState<NewFeed>()
  const [doomed, setDoomed] = useState<Feed>()
  const { data, error, refetch } = useQuery({
    queryKey: ['calendar-feeds'],
    queryFn: ({ signal }) => api<FeedList>('calendar/feed', { signal }),
  })
  const create = async (input: FeedInput): Promise<boolean> => {
    try {
      setNewFeed(await api<NewFeed>('calendar/feed', { method: 'POST', body: input }))
    } catch (failure) {
      notifyFailure(say('notMade'), failure)
      return false
    }
    await refetch()
    return true
  }
  const drop = async ({ id }: Feed) => {
    try {
      await api(`calendar/feed/${id}`, { method: 'DELETE' })
      if (newFeed?.id === id) setNewFeed(undefined)
    } catch (failure) {
      notifyFailure(say('notRevoked'), failure)
    }
    setDoomed(undefined)
    await refetch()
  }
  return (
    <Dialog isOpen onClose={close} title={say('feeds')} className="cal-feeds">
      <DialogBody>
        <p className="quiet">{say('feedsHow')}</p>
        {newFeed && <Address feed={newFeed} />}
        {error && (
          <Callout intent="danger" icon={false} role="alert">
            {failureLines(error).join(' ')}
          </Callout>
        )}
        {!data && !error && <Spinner aria-label={say('loading')} />}
        {data?.data.length === 0 && <p className="quiet">{say('noFeeds')}</p>}
        <ul>
          {data?.data.map((feed) => (
            <li key={feed.id}>
              <span>
                <strong>{feed.name}</strong>
                <span className="quiet">{[say(`scope_${feed.scope}`), ...(feed.shows_names ? [say('withNames')] : [])].join(' · ')}</span>
                <span className="quiet">
                  {feed.used_at ? (
                    <>
                      {say('used')} <Moment value={feed.used_at} />
                    </>
                  ) : (
                    say('unused')
                  )}
                </span>
              </span>
              <Button
                variant="minimal"
                intent="danger"
                icon={<Trash aria-hidden />}
                aria-label={say('revokeOne', { name: feed.name })}
                onClick={() => setDoomed(feed)}
              >
                {say('revoke')}
              </Button>
            </li>
          ))}
        </ul>
        {data && <FeedForm offer={data} scope={scope} create={create} />}
        {doomed && (
          <ConfirmDialog
            open
            title={say('revokeOne', { name: doomed.name })}
            confirm={say('revoke')}
            intent="danger"
            onCancel={() => setDoomed(undefined)}
            onConfirm={() => drop(doomed)}
          >
            {say('revokeWhat')}
          </ConfirmDialog>
        )}
      </DialogBody>
    </Dialog>
  )
}

/** The URL of a new feed, shown once. */
function Address({ feed }: { feed: NewFeed }) {
  const say = useMessages()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(feed.url)
      notifySuccess(say('copied'), [])
    } catch (failure) {
      notifyFailure(say('notCopied'), failure)
    }
  }
  return (
    <Callout intent="success" icon={false} role="status">
      <FormGroup label={say('address', { name: feed.name })} helperText={say('once')} labelFor="calendar-feed-url">
        <InputGroup
          id="calendar-feed-url"
          readOnly
          value={feed.url}
          onFocus={(event) => event.target.select()}
          rightElement={
            <Button variant="minimal" icon={<Duplicate aria-hidden />} onClick={() => void copy()}>
              {say('copy')}
            </Button>
          }
        />
      </FormGroup>
    </Callout>
  )
}
