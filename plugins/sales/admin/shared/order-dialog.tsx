import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { BlockableButton, focusFirstField, notifyFailure, useT } from 'stoa/admin'
import './order-dialog.css'
import { useMessages } from '../order-view/messages.ts'

interface Props {
  title: string
  close: () => void
  done: () => void
  /** Sends the action with an idempotency key that stays the same while its input is unchanged. */
  send: (key: string, button: string) => Promise<void>
  /** Submit buttons, the default one last; `blockedBy` tells why one is disabled. */
  buttons: readonly { name: string; label: string; blockedBy?: string | undefined }[]
  /** Label of what a rejected field belongs to. */
  fieldName?: (field: string) => string | undefined
  children: ReactNode
}

/** A dialog for one action on an order. Repeated clicks run it once. */
export function OrderDialog({ title, close, done, send, buttons, fieldName, children }: Props) {
  const say = useMessages()
  const { t } = useT()
  const key = useRef(crypto.randomUUID())
  const [busy, setBusy] = useState('')
  const run = async (button: string) => {
    setBusy(button)
    try {
      await send(key.current, button)
      done()
      close()
    } catch (error) {
      // Changed input is a new request and needs a new idempotency key.
      key.current = crypto.randomUUID()
      notifyFailure(say('failed'), error, (field) => fieldName?.(field) ?? field)
      setBusy('')
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const usual = buttons.at(-1)
    if (usual && !usual.blockedBy) void run(usual.name)
  }
  return (
    <Dialog isOpen onClose={close} onOpening={focusFirstField} title={title} canOutsideClickClose={false} className="order-dialog">
      <form onSubmit={submit}>
        <DialogBody>{children}</DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              {buttons.map(({ name, label, blockedBy }, i) => (
                <BlockableButton
                  key={name}
                  type={i === buttons.length - 1 ? 'submit' : 'button'}
                  intent={i === buttons.length - 1 ? 'primary' : 'none'}
                  loading={busy === name}
                  disabled={busy !== '' && busy !== name}
                  blockedBy={blockedBy}
                  {...(i === buttons.length - 1 ? {} : { onClick: () => void run(name) })}
                >
                  {label}
                </BlockableButton>
              ))}
            </>
          }
        >
          {buttons.at(-1)?.blockedBy && <span className="quiet small">{buttons.at(-1)?.blockedBy}</span>}
        </DialogFooter>
      </form>
    </Dialog>
  )
}
