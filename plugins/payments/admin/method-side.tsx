import { Button, Callout, Card } from '@blueprintjs/core'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { api, notifyFailure, useSession } from 'stoa/admin'
import type { CredentialCheck } from '../admin-api-types.ts'
import { useProviders } from './providers.ts'
import './attempts/attempts.css'
import { useMessages } from './messages.ts'

/** Webhook address of the provider, and a test of the configuration. */
export default function MethodSide({ row }: { row?: Row }) {
  const say = useMessages()
  const { me } = useSession()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<CredentialCheck>()
  const { data: providers, site } = useProviders()
  const provider = providers.find((p) => p.name === row?.provider)
  // A method without a provider connection has neither.
  if (!row || (provider?.flow === 'instructions' && !provider.webhook)) return null
  const run = async () => {
    setBusy(true)
    setTried(undefined)
    try {
      setTried(await api<CredentialCheck>(`payment_method/${row.id}/test`, { method: 'POST', body: {} }))
    } catch (error) {
      notifyFailure(say('failed'), error)
    } finally {
      setBusy(false)
    }
  }
  // The admin may be open under an internal host name.
  const address = `${site}/api/payment/${String(row.code)}/webhook`
  return (
    <Card compact>
      <h2>{say('provider')}</h2>
      {provider?.webhook && (
        <>
          <p className="quiet small">{say('webhookText')}</p>
          <p>
            <code className="payment-address" aria-label={say('webhook')}>
              {address}
            </code>
          </p>
        </>
      )}
      {me.role.permission_list.includes('update payment method') && (
        <Button size="small" loading={busy} onClick={() => void run()}>
          {say('test')}
        </Button>
      )}
      <div role="status">
        {tried && (
          <Callout
            compact
            intent={tried.ok ? 'success' : 'danger'}
            title={say(tried.ok ? (tried.asked ? 'testOk' : 'testNone') : 'testFailed')}
          >
            {tried.message}
          </Callout>
        )}
      </div>
    </Card>
  )
}
