import { Button } from '@blueprintjs/core'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'

interface DropAreaProps extends Pick<InputProps, 'id' | 'field' | 'invalid' | 'describedBy' | 'disabled'> {
  /** Words of the button that opens the machine's own chooser. */
  choose: string
  accept?: string | undefined
  busy: boolean
  error: string
  /** What is there already. */
  children: ReactNode
  /** Beside the button; where there is nothing it is told that files may be dropped. */
  buttons: ReactNode
  onFile: (file: File) => unknown
}

/** Takes one file, dropped or chosen. */
export function DropArea({
  id,
  field,
  invalid,
  describedBy,
  disabled,
  choose,
  accept,
  busy,
  error,
  children,
  buttons,
  onFile,
}: DropAreaProps) {
  const { t } = useT()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled && !busy) onFile(file)
  }
  return (
    <div
      className={`upload${over ? ' is-over' : ''}${invalid ? ' is-invalid' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      {!disabled && (
        <div className="upload-buttons">
          <input
            ref={input}
            type="file"
            hidden
            {...(accept ? { accept } : {})}
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (file) onFile(file)
              event.target.value = ''
            }}
          />
          <Button
            id={id}
            size="small"
            loading={busy}
            // The label of the field would take the place of the button's own words.
            aria-label={`${choose}: ${field.label}`}
            aria-describedby={describedBy}
            onClick={() => input.current?.click()}
          >
            {choose}
          </Button>
          {buttons || <span className="quiet small">{t('widget.dropHere')}</span>}
        </div>
      )}
      {error && (
        <div className="field-error" role="alert">
          {error}
        </div>
      )}
    </div>
  )
}
