import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'

/** The browser's modal dialog: it traps focus, closes on Escape and restores focus. */
export const Dialog = ({
  open,
  onClose,
  className,
  label,
  children,
}: {
  open: boolean
  onClose: () => void
  className: string
  label: string
  children: ReactNode
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) {
      dialog.showModal()
      dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    if (!open && dialog.open) dialog.close()
  }, [open])
  // A native listener: React would also report the closing of a nested dialog.
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    // The close event is asynchronous: the dialog may have been opened again meanwhile.
    const onClosed = (event: Event) => {
      if (event.target === dialog && !dialog.open) onClose()
    }
    const onClick = (event: Event) => {
      if (event.target === dialog) onClose()
    }
    dialog.addEventListener('close', onClosed)
    dialog.addEventListener('click', onClick)
    return () => {
      dialog.removeEventListener('close', onClosed)
      dialog.removeEventListener('click', onClick)
    }
  }, [onClose])
  return (
    <dialog ref={ref} className={className} aria-label={label}>
      {open && children}
    </dialog>
  )
}

/** A confirmation dialog. */
export const Confirm = ({
  open,
  question,
  yes,
  no,
  onAnswer,
}: {
  open: boolean
  question: string
  yes: string
  no: string
  onAnswer: (sure: boolean) => void
}) => {
  const id = useId()
  return (
    <Dialog open={open} onClose={() => onAnswer(false)} className="confirm" label={question}>
      <p id={id}>{question}</p>
      <div className="confirm-buttons">
        <button type="button" className="button button-quiet" data-first-focus onClick={() => onAnswer(false)}>
          {no}
        </button>
        <button type="button" className="button" onClick={() => onAnswer(true)}>
          {yes}
        </button>
      </div>
    </Dialog>
  )
}
