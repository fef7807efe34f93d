import { useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'

/** What the children of a zone open it with. */
export interface Opening {
  /** Opens the machine's own chooser. */
  pick: () => void
  /** Opens the camera where there is one, else the chooser. */
  photo: () => void
}

interface DropZoneProps {
  onFiles: (files: File[]) => void
  children: (open: Opening) => ReactNode
  className?: string
  /** Added while something is held over it. */
  overClass?: string
  accept?: string | undefined
  multiple?: boolean
  /** Whether `photo` is offered. */
  withCamera?: boolean
  disabled?: boolean | undefined
  /** Name of the chooser, for those who test with it. */
  label?: string
}

/** Takes files that are dropped, pasted, chosen or photographed. The one place that knows how browsers hand files over. */
export function DropZone({
  onFiles,
  children,
  className = '',
  overClass = 'is-over',
  accept,
  multiple = false,
  withCamera = false,
  disabled = false,
  label,
}: DropZoneProps) {
  const [chooser, setChooser] = useState<HTMLInputElement | null>(null)
  const [camera, setCamera] = useState<HTMLInputElement | null>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null | undefined) => {
    // The list of an input is emptied together with the input.
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length > 0 && !disabled) onFiles(files)
    return files.length > 0
  }
  const input = {
    type: 'file',
    hidden: true,
    tabIndex: -1,
    onChange: (event: { target: HTMLInputElement }) => {
      take(event.target.files)
      event.target.value = ''
    },
  } as const
  return (
    <div
      className={over ? `${className} ${overClass}` : className}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event: ClipboardEvent) => {
        // Words that are pasted stay words.
        if (take(event.clipboardData.files)) event.preventDefault()
      }}
    >
      <input ref={setChooser} {...input} multiple={multiple} {...(accept ? { accept } : {})} {...(label ? { 'aria-label': label } : {})} />
      {withCamera && <input ref={setCamera} {...input} accept="image/*" capture="environment" />}
      {children({ pick: () => chooser?.click(), photo: () => camera?.click() })}
    </div>
  )
}
