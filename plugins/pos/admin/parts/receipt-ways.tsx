import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { api, apiUrl, BlockableButton, failureLines, t } from 'stoa/admin'
import { useId, useRef, useState, type SyntheticEvent } from 'react'
import { useMessages } from '../messages.ts'

interface Props {
  store: number
  ticket: number
  /** The sale has a customer, so no address is needed. */
  member: boolean
}

/** Receipt as a file, or by e-mail to an entered address, which is not stored. */
export function ReceiptWays({ store, ticket, member }: Props) {
  const say = useMessages()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const field = useRef<HTMLInputElement>(null)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (state === 'busy') return
    setState('busy')
    setWrong([])
    try {
      await api(`store/${store}/ticket/${ticket}/mail`, { method: 'POST', body: { email: email.trim() || null } })
      setState('sent')
      setOpen(false)
    } catch (error) {
      setState('ready')
      setWrong(failureLines(error))
      field.current?.focus()
    }
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
      {state === 'sent' && (
        <p role="status" className="is-good">
          {say('receiptSent')}
        </p>
      )}
      {open && (
        <form onSubmit={(event) => void send(event)}>
          <div className="till-field">
            <label htmlFor={id}>{say('receiptTo')}</label>
            <InputGroup
              id={id}
              size="large"
              type="email"
              autoFocus
              autoComplete="off"
              inputRef={field}
              value={email}
              maxLength={200}
              onValueChange={setEmail}
            />
            {member && <p className="quiet">{say('receiptToMember')}</p>}
          </div>
          {wrong.length > 0 && (
            <Callout intent="danger" icon={false} role="alert">
              {wrong.join(' ')}
            </Callout>
          )}
          <BlockableButton
            size="large"
            type="submit"
            loading={state === 'busy'}
            blockedBy={!member && email.trim() === '' ? t('blocked.email') : undefined}
          >
            {say('receiptSend')}
          </BlockableButton>
        </form>
      )}
    </div>
  )
}
