import { Button } from '@blueprintjs/core'
import { useState, type ReactNode } from 'react'
import { failureLines } from '../../api/failure.ts'
import { notifyFailure, notifySuccess } from '../../common/toasts.tsx'
import { useT } from '../../i18n/index.ts'
import { DropArea } from './drop-area.tsx'
import { fileName, fileUrl } from './files.ts'
import { uploadFile } from './upload-file.ts'
import type { InputProps } from '../types.ts'

/** Uploads a file at once and stores the path from the response. */
export function Upload({
  value,
  onChange,
  type,
  accept,
  preview,
  ...field
}: InputProps & { type: 'image' | 'file'; accept?: string; preview: (path: string) => ReactNode }) {
  const { t } = useT()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const path = typeof value === 'string' ? value : ''

  const send = async (file: File) => {
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

  return (
    <DropArea
      {...field}
      accept={accept}
      busy={busy}
      error={error}
      choose={path ? t('widget.replace') : t(type === 'image' ? 'widget.chooseImage' : 'widget.chooseFile')}
      onFile={send}
      buttons={
        path && (
          <Button size="small" variant="minimal" onClick={() => onChange('')}>
            {t('common.remove')}
          </Button>
        )
      }
    >
      {path && preview(path)}
      {path && (
        <a href={fileUrl(path)} target="_blank" rel="noreferrer" className="upload-name small">
          {fileName(path)}
        </a>
      )}
    </DropArea>
  )
}
