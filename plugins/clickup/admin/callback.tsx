import { Callout, Spinner } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, failureLines, Link, notifySuccess, PageHeader, redirect } from 'stoa/admin'
import { SETTINGS } from './paths.ts'
import { useMessages } from './messages.ts'

/** The page to which ClickUp sends the browser: it hands the code to the server, which stores the token. */
export default function CallbackScreen() {
  const say = useMessages()
  const client = useQueryClient()
  const isSent = useRef(false)
  const [answer] = useState(() => new URLSearchParams(window.location.search))
  const code = answer.get('code')
  const [problem, setProblem] = useState(code ? undefined : [say('accessDenied')])
  useEffect(() => {
    // A code can be used once.
    if (!code || isSent.current) return
    isSent.current = true
    // Without a state the authorization was not started here, and the server refuses it.
    const body = { code, state: answer.get('state') || 'absent' }
    api('clickup/oauth/token', { method: 'POST', body })
      .then(async () => {
        await client.invalidateQueries({ queryKey: ['clickup'] })
        notifySuccess(say('connected'))
        redirect(SETTINGS)
      })
      .catch((error: unknown) => setProblem(failureLines(error, () => '')))
  }, [answer, client, code, say])
  return (
    <>
      <PageHeader title={say('connect')} crumbs={[{ label: say('connection'), to: SETTINGS }]} failed={problem !== undefined} />
      {problem ? (
        <Callout intent="danger" icon={false} role="alert">
          <strong>{say('connectFail')}</strong>
          {problem.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <Link to={SETTINGS}>{say('backToSettings')}</Link>
        </Callout>
      ) : (
        <Spinner aria-label={say('loading')} />
      )}
    </>
  )
}
