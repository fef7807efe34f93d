import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { BlockableButton, type BlockableButtonProps } from 'stoa/admin'
import type { ReactNode, SyntheticEvent } from 'react'
import { useMessages } from '../messages.ts'
import { Problems } from './problems.tsx'

interface Props extends Pick<BlockableButtonProps, 'intent' | 'autoFocus' | 'disabled' | 'blockedBy'> {
  title: string
  wide?: boolean
  className?: string
  /** Class of the form. */
  formClass?: string
  /** Label of the main button. */
  go: string
  busy?: boolean
  /** Cannot be canceled while busy. */
  locks?: boolean
  /** Closes only by its buttons. */
  stays?: boolean
  /** Label of the other button, "Cancel" by default. */
  cancel?: string
  wrong?: readonly string[]
  /** A way out, below the errors. */
  wayOut?: ReactNode
  children: ReactNode
  onSend: () => unknown
  onClose: () => void
}

/** A dialog with one action: Enter submits it, and errors are above the buttons. */
export function DialogForm(props: Props) {
  const { title, wide = false, className = '', formClass, cancel, wrong = [], wayOut, children, onSend, onClose } = props
  const { go, busy = false, locks = false, stays = false, intent = 'primary', autoFocus = false, disabled = false, blockedBy } = props
  const say = useMessages()
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!busy && !disabled && !blockedBy) void onSend()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      canOutsideClickClose={!busy && !stays}
      title={title}
      className={`till-dialog ${wide ? 'is-wide' : ''} ${className}`}
    >
      <form onSubmit={send} className={formClass}>
        <DialogBody>
          {children}
          <Problems lines={wrong}>{wayOut}</Problems>
        </DialogBody>
        <div className="till-bar">
          <Button size="large" className="phone-button" disabled={locks && busy} onClick={onClose}>
            {cancel ?? say('cancel')}
          </Button>
          <BlockableButton
            size="large"
            className="phone-button till-main"
            type="submit"
            loading={busy}
            intent={intent}
            autoFocus={autoFocus}
            disabled={disabled}
            blockedBy={blockedBy}
          >
            {go}
          </BlockableButton>
        </div>
      </form>
    </Dialog>
  )
}
