import { Button } from '@blueprintjs/core'
import { api, apiUrl, BlockableButton, t } from 'stoa/admin'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useCall } from '../engine/use-call.ts'
import { useMessages } from '../messages.ts'
import { Problems } from './problems.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  store: number
  ticket: number
  /** The sale has a customer, so no address is needed. */
  member: boolean
}

/** Receipt as a file, or by e-mail to an entered address, which is not stored. */
export function ReceiptWays({ store, ticket, member }: Props) {
  const say = useMessages()
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const { busy, wrong, call } = useCall()
  const field = useRef<HTMLInputElement>(null)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    setSent(false)
    const body = { email: email.trim() || null }
    const error = await call(() => api(`store/${store}/ticket/${ticket}/mail`, { method: 'POST', body }))
    if (error) return field.current?.focus()
    setSent(true)
    setOpen(false)
  }
  return (
    <div className="till-receipt-ways">
      <div className="till-chips">
        <a className="bp6-button" href={apiUrl(`store/${store}/ticket/${ticket}/receipt`)} target="_blank" rel="noreferrer">
          {say('receiptPdf')}
        </a>
        <Button icon="envelope" aria-expanded={open} onClick={() => setOpen(!open)}>
          {say('receiptMail')}
        </Button>
      </div>
      {sent && (
        <p role="status" className="is-good">
          {say('receiptSent')}
        </p>
      )}
      {open && (
        <form onSubmit={(event) => void send(event)}>
          <TextField
            label={say('receiptTo')}
            type="email"
            autoFocus
            autoComplete="off"
            inputRef={field}
            value={email}
            maxLength={200}
            onValueChange={setEmail}
          />
          {member && <p className="quiet">{say('receiptToMember')}</p>}
          <Problems lines={wrong} />
          <BlockableButton
            size="large"
            type="submit"
            loading={busy}
            blockedBy={!member && email.trim() === '' ? t('blocked.email') : undefined}
          >
            {say('receiptSend')}
          </BlockableButton>
        </form>
      )}
    </div>
  )
}
