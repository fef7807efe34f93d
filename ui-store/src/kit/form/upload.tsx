import { fileSize } from '../file-size.ts'
import { useContext, useRef, useState } from 'react'
import { useT } from '../shop.tsx'
import { useControl } from './fields.tsx'
import { Labelled, type LabelProps } from './parts.tsx'
import { FormContext } from './state.ts'

interface UploadProps extends LabelProps {
  name: string
  hint?: string
  /** File types offered first, in the browser's notation: `image/*`. */
  accept?: string
}

/** A file field of a form: the file can be removed before sending, and its upload progress is shown. */
export const Upload = ({ name, label, optional, hint, accept }: UploadProps) => {
  const t = useT()
  const [file, setFile] = useState<File>()
  const input = useRef<HTMLInputElement | null>(null)
  const { control, said } = useControl<HTMLInputElement>(name, { hint, onChange: ({ target }) => setFile(target.files?.[0]) })
  const sent = useContext(FormContext)?.sent
  const remove = () => {
    if (!input.current) return
    input.current.value = ''
    setFile(undefined)
    input.current.focus()
  }
  return (
    <Labelled id={control.id} label={label} optional={optional} {...said}>
      <input
        type="file"
        accept={accept}
        {...control}
        ref={(element) => {
          input.current = element
          if ('ref' in control) control.ref(element)
        }}
      />
      {file && (
        <p className="form-file">
          <span className="muted small">
            {file.name} · {fileSize(file.size)}
          </span>
          {sent === undefined ? (
            <button type="button" className="text-button" onClick={remove}>
              {t('shell.form.remove')}
              <span className="visually-hidden"> {file.name}</span>
            </button>
          ) : (
            <progress value={sent} aria-label={t('shell.form.sending', { name: file.name })} />
          )}
        </p>
      )}
    </Labelled>
  )
}
