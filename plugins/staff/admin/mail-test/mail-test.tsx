import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { api, Link, notifyFailure, t, useSession } from 'stoa/admin'
import { useMessages } from './messages.ts'

type Outcome = { status: 'sent' | 'kept'; id: number } | { status: 'failed'; id: number; error: string }

/** Sends a test e-mail and shows the result. */
export default function MailTest() {
  const say = useMessages()
  const { me, manifest } = useSession()
  const [to, setTo] = useState(me.email)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome & { to: string }>()
  const send = async () => {
    setBusy(true)
    setOutcome(undefined)
    try {
      setOutcome({ ...(await api<Outcome>('settings/mail/test', { method: 'POST', body: { to } })), to })
    } catch (error) {
      notifyFailure(t('failure.submit'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="panel form-section settings-extra" aria-labelledby="mail-test">
      <header>
        <h2 id="mail-test">{say('testTitle')}</h2>
      </header>
      <form
        className="form-part"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className="quiet">{say('testText')}</p>
        <div className="inline-form">
          <FormGroup label={say('testTo')} labelFor="mail-test-to">
            <InputGroup id="mail-test-to" type="email" value={to} onValueChange={setTo} />
          </FormGroup>
          <Button type="submit" loading={busy}>
            {say('testSend')}
          </Button>
        </div>
        <div role="status">
          {outcome && (
            <Callout intent={outcome.status === 'sent' ? 'success' : outcome.status === 'kept' ? 'warning' : 'danger'} icon={false} compact>
              {outcome.status === 'sent' && say('testSent', { to: outcome.to })}
              {outcome.status === 'kept' && say('testKept')}
              {outcome.status === 'failed' && say('testFailed', { error: outcome.error })}{' '}
              {manifest.resources['mail'] && <Link to={`/admin/mail/view/${outcome.id}`}>{say('outbox')}</Link>}
            </Callout>
          )}
        </div>
      </form>
    </section>
  )
}
