import { Button, Callout, Card } from '@blueprintjs/core'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { adminPath, api, Moment, notifyFailure } from 'stoa/admin'
import type { KioskPairingCode } from '../../api-types.ts'
import { usePairingMessages } from './messages.ts'
import './kiosk.css'

/** Beside the form of a kiosk: creates a pairing code, which is shown once. */
export default function PairKiosk({ row }: { row?: Row }) {
  const say = usePairingMessages()
  const [code, setCode] = useState<KioskPairingCode>()
  const [busy, setBusy] = useState(false)
  if (!row) return null
  const create = async () => {
    setBusy(true)
    try {
      setCode(await api<KioskPairingCode>(`hr_kiosk/${row.id}/pairing_code`, { method: 'POST' }))
    } catch (problem) {
      notifyFailure(say('failed'), problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="form-group-card pairing-card">
      <h2 className="card-title">{say('title')}</h2>
      {row['enabled'] === true ? (
        <>
          <p className="quiet">{say('hint')}</p>
          <p className="kiosk-address">{`${window.location.origin}${adminPath('punch/kiosk')}`}</p>
          {row['paired_at'] ? <p className="quiet">{say('replaces')}</p> : null}
          {code ? (
            <Callout intent="primary" role="status">
              <p className="quiet">{say('code')}</p>
              <p className="kiosk-new-code">{code.code}</p>
              <ValidUntil at={code.expires_at} />
            </Callout>
          ) : null}
          <Button intent="primary" loading={busy} onClick={() => void create()}>
            {say('create')}
          </Button>
        </>
      ) : (
        <p className="quiet">{say('disabled')}</p>
      )}
    </Card>
  )
}

function ValidUntil({ at }: { at: string }) {
  const [before, after] = usePairingMessages()('valid').split('{{time}}')
  return (
    <p>
      {before}
      <Moment value={at} />
      {after}
    </p>
  )
}
