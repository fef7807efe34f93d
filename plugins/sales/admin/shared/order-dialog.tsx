import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { notifyFailure, useT } from '../../../../ui-admin/src/kit/index.ts'
import './order-dialog.css'
import { useTexts } from '../order-view/texts.ts'

interface Props {
  title: string
  close: () => void
  done: () => void
  /** Does it; gets a key that stays the same for as long as the same thing is tried. */
  send: (key: string, button: string) => Promise<void>
  /** Buttons that send, the usual one last. */
  buttons: readonly { name: string; label: string; disabled?: boolean }[]
  /** What a refused field belongs to, in words. */
  fieldName?: (field: string) => string | undefined
  children: ReactNode
}

/** What a dialog asks for is typed at once, not after a way through its buttons. */
function toFirstField(dialog: HTMLElement): void {
  const form = dialog.querySelector('form')
  if (!form?.contains(document.activeElement)) form?.querySelector<HTMLElement>('input:not(:disabled)')?.focus()
}

/** A dialog that does one thing to an order, once, however often it is clicked. */
export function OrderDialog({ title, close, done, send, buttons, fieldName, children }: Props) {
  const say = useTexts()
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
    if (usual && !usual.disabled) void run(usual.name)
  }
  return (
    <Dialog isOpen onClose={close} onOpening={toFirstField} title={title} canOutsideClickClose={false} className="order-dialog">
      <form onSubmit={submit}>
        <DialogBody>{children}</DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              {buttons.map(({ name, label, disabled }, i) => (
                <Button
                  key={name}
                  type={i === buttons.length - 1 ? 'submit' : 'button'}
                  intent={i === buttons.length - 1 ? 'primary' : 'none'}
                  loading={busy === name}
                  disabled={disabled === true || (busy !== '' && busy !== name)}
                  {...(i === buttons.length - 1 ? {} : { onClick: () => void run(name) })}
                >
                  {label}
                </Button>
              ))}
            </>
          }
        />
      </form>
    </Dialog>
  )
}
