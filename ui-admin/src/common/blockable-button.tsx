import { Button, type ButtonProps } from '@blueprintjs/core'
import { useId } from 'react'

export interface BlockableButtonProps extends ButtonProps {
  /** Why it cannot be pressed now, as a tooltip and for screen readers; it stays in the tab order, so that the reason can be found. */
  blockedBy?: string | undefined
}

/** A button that, while it cannot be pressed, says why. */
export function BlockableButton({ blockedBy, type = 'button', onClick, className = '', ...button }: BlockableButtonProps) {
  const id = useId()
  if (!blockedBy) return <Button {...button} type={type} className={className} {...(onClick ? { onClick } : {})} />
  return (
    <>
      <Button
        {...button}
        type={type}
        className={`${className} bp6-disabled`}
        aria-disabled
        aria-describedby={id}
        title={blockedBy}
        // Also keeps a form from being sent.
        onClick={(event) => event.preventDefault()}
      />
      <span id={id} className="sr-only">
        {blockedBy}
      </span>
    </>
  )
}
