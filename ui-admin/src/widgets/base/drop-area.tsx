import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { DropZone } from '../../file-drop/drop-zone.tsx'
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
  return (
    <DropZone
      className={`upload${invalid ? ' is-invalid' : ''}`}
      accept={accept}
      disabled={disabled || busy}
      onFiles={([file]) => void (file && onFile(file))}
    >
      {({ pick }) => (
        <>
          {children}
          {!disabled && (
            <div className="upload-buttons">
              <Button
                id={id}
                size="small"
                loading={busy}
                // The label of the field would take the place of the button's own words.
                aria-label={`${choose}: ${field.label}`}
                aria-describedby={describedBy}
                onClick={pick}
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
        </>
      )}
    </DropZone>
  )
}
