import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureLines, notify, notifyFailure } from 'stoa/admin'
import { addressQuery, userQuery } from './queries.ts'
import { isTokenInvalid } from './token-guard.tsx'
import { useMessages } from './messages.ts'

/** Below the settings: whether the connection works, and the button that gives the shop access to ClickUp. */
export default function ConnectionSettings() {
  const say = useMessages()
  const client = useQueryClient()
  const { data: address } = useQuery(addressQuery)
  const [busy, setBusy] = useState(false)
  const connect = async () => {
    setBusy(true)
    try {
      // Asked anew: the settings may have been saved since, and the address is valid for ten minutes.
      const { url } = await client.fetchQuery({ ...addressQuery, staleTime: 0 })
      if (url) return window.location.assign(url)
      notify({ intent: 'warning', title: say('connectFail'), lines: [say('applicationMissing')] })
    } catch (error) {
      notifyFailure(say('connectFail'), error)
    }
    setBusy(false)
  }
  return (
    <section className="panel form-section settings-extra" aria-labelledby="clickup-connection">
      <header>
        <h2 id="clickup-connection">{say('connection')}</h2>
      </header>
      <div className="form-part">
        <ConnectionState />
        <FormGroup label={say('redirectUrl')} labelFor="clickup-redirect" helperText={say('redirectUrlHint')}>
          <InputGroup
            id="clickup-redirect"
            readOnly
            value={address?.redirect_url ?? ''}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </FormGroup>
        <Button intent="primary" loading={busy} onClick={() => void connect()}>
          {say('connect')}
        </Button>
      </div>
    </section>
  )
}

function ConnectionState() {
  const say = useMessages()
  const { data, error, refetch, isFetching } = useQuery(userQuery)
  const text = () => {
    if (isTokenInvalid(error)) return say('notConnected')
    if (error) return failureLines(error).join(' ')
    return data ? say('connectedAs', { name: data.user.username }) : say('loading')
  }
  return (
    <p role="status">
      <bdi>{text()}</bdi>{' '}
      <Button size="small" loading={isFetching} onClick={() => void refetch()}>
        {say('check')}
      </Button>
    </p>
  )
}
