import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { BlockableButton, focusFirstField, notifyFailure, useT } from 'stoa/admin'
import './order-dialog.css'
import { useMessages } from '../order-view/texts.ts'

interface Props {
  title: string
  close: () => void
  done: () => void
  /** Does it; gets a key that stays the same for as long as the same thing is tried. */
  send: (key: string, button: string) => Promise<void>
  /** Buttons that send, the usual one last; `blockedBy` says why one cannot be pressed yet. */
  buttons: readonly { name: string; label: string; blockedBy?: string | undefined }[]
  /** What a refused field belongs to, in words. */
  fieldName?: (field: string) => string | undefined
  children: ReactNode
}

/** A dialog that does one thing to an order, once, however often it is clicked. */
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
      // What is tried next says something else, so it is another thing to the server.
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
