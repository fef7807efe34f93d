import { Button } from '@blueprintjs/core'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { failureLines } from '../../api/failure.ts'
import { notifyFailure, notifySuccess } from '../../common/toasts.tsx'
import { useT } from '../../i18n/index.ts'
import { fileName, fileUrl } from './files.ts'
import { uploadFile } from './upload-file.ts'
import type { InputProps } from '../types.ts'

/** Sends a file at once and keeps the path the server answered. */
export function Upload({
  id,
  field,
  value,
  onChange,
  describedBy,
  invalid,
  disabled,
  type,
  accept,
  preview,
}: InputProps & { type: 'image' | 'file'; accept?: string; preview: (path: string) => ReactNode }) {
  const { t } = useT()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [error, setError] = useState('')
  const path = typeof value === 'string' ? value : ''

  const send = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setError('')
    try {
      const done = await uploadFile(file, type)
      onChange(done.path)
      notifySuccess(t('success.upload'), [done.name])
    } catch (failure) {
      setError(failureLines(failure).join(' '))
      notifyFailure(t('failure.upload'), failure)
    } finally {
      setBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) void send(event.dataTransfer.files[0])
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
      {path && preview(path)}
      {path && (
        <a href={fileUrl(path)} target="_blank" rel="noreferrer" className="upload-name small">
          {fileName(path)}
        </a>
      )}
      {!disabled && (
        <div className="upload-buttons">
          <input
            ref={input}
            type="file"
            hidden
            {...(accept ? { accept } : {})}
            onChange={(event) => {
              void send(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button id={id} size="small" loading={busy} aria-describedby={describedBy} onClick={() => input.current?.click()}>
            {path ? t('widget.replace') : t(type === 'image' ? 'widget.chooseImage' : 'widget.chooseFile')}
            <span className="sr-only">: {field.label}</span>
          </Button>
          {path ? (
            <Button size="small" variant="minimal" onClick={() => onChange('')}>
              {t('common.remove')}
            </Button>
          ) : (
            <span className="quiet small">{t('widget.dropHere')}</span>
          )}
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
