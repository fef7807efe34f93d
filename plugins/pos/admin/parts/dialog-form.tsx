import { Callout, Dialog, DialogBody } from '@blueprintjs/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { TillBar } from './till-bar.tsx'

interface Props {
  title: string
  wide?: boolean
  /** Label of the main button. */
  go: string
  busy?: boolean
  disabled?: boolean
  /** Why the main button is disabled. */
  blockedBy?: string | undefined
  wrong?: readonly string[]
  children: ReactNode
  onSend: () => void | Promise<void>
  onClose: () => void
}

/** A dialog with one action: Enter submits it, and errors are above the buttons. */
export function DialogForm({
  title,
  wide = false,
  go,
  busy = false,
  disabled = false,
  blockedBy,
  wrong = [],
  children,
  onSend,
  onClose,
}: Props) {
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!busy && !disabled && !blockedBy) void onSend()
  }
  return (
    <Dialog isOpen onClose={onClose} canOutsideClickClose={!busy} title={title} className={`till-dialog ${wide ? 'is-wide' : ''}`}>
      <form onSubmit={send}>
        <DialogBody>
          {children}
          {wrong.length > 0 && (
            <Callout intent="danger" icon={false} role="alert">
              {wrong.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Callout>
          )}
        </DialogBody>
        <TillBar go={go} busy={busy} disabled={disabled} blockedBy={blockedBy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
