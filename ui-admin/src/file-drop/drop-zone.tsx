import { useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'

/** Functions for the children of a drop zone. */
export interface Opening {
  /** Opens the file chooser. */
  pick: () => void
  /** Opens the camera if there is one, else the file chooser. */
  photo: () => void
}

interface DropZoneProps {
  onFiles: (files: File[]) => void
  children: (open: Opening) => ReactNode
  className?: string
  /** CSS class while files are dragged over the zone. */
  overClass?: string
  accept?: string | undefined
  multiple?: boolean
  /** Whether `photo` is available. */
  withCamera?: boolean
  disabled?: boolean | undefined
  /** Accessible name of the file input. */
  label?: string
}

/** Accepts files by drop, paste, file chooser or camera. The only component with browser-specific file handling. */
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
    // Copied, because clearing the input empties its list too.
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
        // Pasted text is not intercepted.
        if (take(event.clipboardData.files)) event.preventDefault()
      }}
    >
      <input ref={setChooser} {...input} multiple={multiple} {...(accept ? { accept } : {})} {...(label ? { 'aria-label': label } : {})} />
      {withCamera && <input ref={setCamera} {...input} accept="image/*" capture="environment" />}
      {children({ pick: () => chooser?.click(), photo: () => camera?.click() })}
    </div>
  )
}
