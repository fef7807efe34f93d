import { Button, Spinner, Tag } from '@blueprintjs/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, Moment, notifyFailure, notifySuccess, t } from 'stoa/admin'
import type { Sessions } from '../../api-types.ts'
import { messages } from '../messages.ts'
import { browserName } from './browser.ts'
import './sessions.css'

const useMessages = messages('sessions')

/** The user's sessions, in the profile. */
export default function OwnSessions() {
  const say = useMessages()
  const queries = useQueryClient()
  const queryKey = ['own-sessions']
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api<Sessions>('session', { signal }) })
  const end = useMutation({
    mutationFn: (path: string) => api(path, { method: 'DELETE' }),
    onSuccess: () => notifySuccess(say('ended')),
    onError: (error) => notifyFailure(t('failure.submit'), error),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <section className="panel" aria-labelledby="profile-sessions">
      <h2 id="profile-sessions">{say('title')}</h2>
      {!data && <Spinner size={28} aria-label={say('loading')} />}
      <ul className="own-sessions">
        {data?.data.map(({ id, browser, network, created_at, last_seen_at, here }) => {
          const name = browserName(browser) || say('unknown')
          return (
            <li key={id}>
              <div>
                {name} {here && <Tag minimal>{say('here')}</Tag>}
                <br />
                <span className="quiet small">
                  {say('from', { network })} · {say('since')} <Moment value={created_at} /> · {say('seen')} <Moment value={last_seen_at} />
                </span>
              </div>
              {!here && (
                <Button aria-label={say('endOf', { browser: name })} loading={end.isPending} onClick={() => end.mutate(`session/${id}`)}>
                  {say('end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {data && data.data.length > 1 && (
        <Button loading={end.isPending} onClick={() => end.mutate('session')}>
          {say('others')}
        </Button>
      )}
    </section>
  )
}
