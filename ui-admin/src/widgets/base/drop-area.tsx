import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { DropZone } from '../../file-drop/drop-zone.tsx'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'

interface DropAreaProps extends Pick<InputProps, 'id' | 'field' | 'invalid' | 'describedBy' | 'disabled'> {
  /** Label of the button that opens the file chooser. */
  choose: string
  accept?: string | undefined
  busy: boolean
  error: string
  /** The current file. */
  children: ReactNode
  /** Further buttons; without a file, a hint on drag and drop is shown. */
  buttons: ReactNode
  onFile: (file: File) => unknown
}

/** Accepts one file by drop or file chooser. */
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
                // Without it, the label of the field would replace the button's own label.
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
