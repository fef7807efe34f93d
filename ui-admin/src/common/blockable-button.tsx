import { Button, type ButtonProps } from '@blueprintjs/core'
import { useId } from 'react'

export interface BlockableButtonProps extends ButtonProps {
  /** Reason why the button is disabled, as tooltip and for screen readers. The button stays focusable, so that the reason can be found. */
  blockedBy?: string | undefined
}

/** A button that explains why it is disabled. */
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
        // Prevents form submission too.
        onClick={(event) => event.preventDefault()}
      />
      <span id={id} className="sr-only">
        {blockedBy}
      </span>
    </>
  )
}
