import { Button } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { failureLines } from '../../api/failure.ts'
import { ConfirmDialog } from '../../common/confirm.tsx'
import { sizeText } from '../../common/size.ts'
import { useT } from '../../i18n/index.ts'
import { DropArea } from '../base/drop-area.tsx'
import type { InputProps } from '../types.ts'
import { isHeld } from './is-stored-file.ts'
import { uploadPrivate } from './upload-private.ts'

/** Private file input: uploaded at once, and attached to the row on save. */
export function Input({ value, onChange, ...rest }: InputProps) {
  const { t, language } = useT()
  const [part, setPart] = useState<number>()
  const [sending, setSending] = useState('')
  const [error, setError] = useState('')
  const [asking, setAsking] = useState(false)
  const [removals, setRemovals] = useState(0)
  const { accept, maxBytes = Infinity, label } = rest.field
  const storedFile = isHeld(value) ? value : undefined

  const send = async (file: File) => {
    setError('')
    if (file.size > maxBytes) return setError(t('widget.fileTooLarge', { size: sizeText(maxBytes, language) }))
    setSending(file.name)
    setPart(0)
    try {
      const done = await uploadPrivate(file, setPart)
      if (accept && !accept.includes(done.mime)) setError(t('widget.fileType', { name: done.name }))
      else onChange(done)
    } catch (failure) {
      setError(failureLines(failure).join(' '))
    } finally {
      setPart(undefined)
    }
  }
  // The pressed button was removed, so the focus moves; an open dialog keeps it until it is closed.
  useEffect(() => {
    if (removals > 0) document.querySelector<HTMLElement>(`#${rest.id}`)?.focus()
  }, [removals, rest.id])
  const remove = () => {
    setAsking(false)
    onChange(null)
    setRemovals(removals + 1)
  }

  return (
    <DropArea
      {...rest}
      accept={accept?.join()}
      busy={part !== undefined}
      error={error}
      choose={t(storedFile ? 'widget.replace' : 'widget.chooseFile')}
      onFile={send}
      buttons={
        storedFile && (
          <Button size="small" variant="minimal" onClick={() => setAsking(true)}>
            {t('common.remove')}
            <span className="sr-only">: {storedFile.name}</span>
          </Button>
        )
      }
    >
      {storedFile?.thumbnail && (
        // Another file of the same row has the same URL, so the id is the key of the image.
        <img key={storedFile.id} className="upload-preview" src={storedFile.thumbnail} alt={t('widget.imageOf', { field: label })} />
      )}
      {storedFile && (
        <span className="upload-name small">
          <a href={storedFile.url} target="_blank" rel="noreferrer">
            {storedFile.name}
          </a>{' '}
          <span className="quiet">{sizeText(storedFile.size, language)}</span>
        </span>
      )}
      {part !== undefined && <progress value={part} max={1} aria-label={t('widget.sending', { name: sending })} />}
      <ConfirmDialog
        open={asking}
        title={t('widget.removeFile', { name: storedFile?.name ?? '' })}
        confirm={t('common.remove')}
        intent="danger"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        <p>{t('widget.removeFileHint')}</p>
      </ConfirmDialog>
    </DropArea>
  )
}
