import { Dialog, DialogBody, type DialogProps } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props extends Pick<DialogProps, 'onClose' | 'canOutsideClickClose'> {
  title: string
  wide?: boolean
  className?: string
  /** Buttons below the content. */
  buttons?: ReactNode
  children: ReactNode
}

/** A dialog of the register. */
export const TillDialog = ({ wide = false, className = '', buttons, children, ...dialog }: Props) => (
  <Dialog isOpen {...dialog} className={`till-dialog ${wide ? 'is-wide' : ''} ${className}`}>
    <DialogBody>{children}</DialogBody>
    {buttons && <div className="till-bar">{buttons}</div>}
  </Dialog>
)
