import { Button, Callout, Dialog, DialogBody, FormGroup, InputGroup, Spinner } from '@blueprintjs/core'
import { Duplicate, Trash } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, BlockableButton, ConfirmDialog, failureLines, Moment, notifyFailure, notifySuccess, t } from 'stoa/admin'
import type { Feed, NewFeed } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import './feeds.css'

/** Private iCalendar feeds: create, copy the URL once, and delete. */
export function Feeds({ close }: { close: () => void }) {
  const say = useMessages()
  const [name, setName] = useState('')
  const [made, setMade] = useState<NewFeed>()
  const [doomed, setDoomed] = useState<Feed>()
  const { data, error, refetch } = useQuery({
    queryKey: ['calendar-feeds'],
    queryFn: ({ signal }) => api<{ data: Feed[] }>('calendar/feed', { signal }),
  })
  const make = async (event: FormEvent) => {
    event.preventDefault()
    try {
      setMade(await api<NewFeed>('calendar/feed', { method: 'POST', body: { name } }))
      setName('')
    } catch (failure) {
      notifyFailure(say('notMade'), failure)
    }
    await refetch()
  }
  const drop = async ({ id }: Feed) => {
    try {
      await api(`calendar/feed/${id}`, { method: 'DELETE' })
      if (made?.id === id) setMade(undefined)
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
        {made && <Address feed={made} />}
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
        <form onSubmit={(event) => void make(event)}>
          <FormGroup label={say('feedName')} helperText={say('feedNameHint')} labelFor="calendar-feed-name">
            <InputGroup id="calendar-feed-name" value={name} onValueChange={setName} maxLength={60} autoComplete="off" required />
          </FormGroup>
          <BlockableButton type="submit" intent="primary" blockedBy={name.trim() === '' ? t('blocked.name') : undefined}>
            {say('make')}
          </BlockableButton>
        </form>
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
