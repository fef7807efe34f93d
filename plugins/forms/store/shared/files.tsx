import { useRef, useState } from 'react'
import { failureTexts, fileSize, useIsHydrated, useShop, useT } from 'stoa/store'
import { useControl, sendValues } from 'stoa/store/form/pieces'
import type { UploadedFormFile, FieldView } from '../../api-types.ts'

const MOST_BYTES = 2 * 1024 * 1024

/** Uploads files when they are selected; the form is submitted with their tokens. */
export const FilesField = ({ url, name, field }: { url: string; name: string; field: FieldView }) => {
  const t = useT()
  const { language } = useShop()
  const awake = useIsHydrated()
  const { key, title, required, additional_options: o } = field
  const { control, below } = useControl(name)
  const [files, setFiles] = useState<UploadedFormFile[]>([])
  const [going, setGoing] = useState<{ name: string; share: number }>()
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const most = o.max_files ?? 1
  const limit = Math.min(o.max_bytes ?? MOST_BYTES, MOST_BYTES)
  const bring = async (chosen: File) => {
    setProblem('')
    if (chosen.size > limit) return setProblem(t('forms.too_large', { size: fileSize(limit) }))
    setGoing({ name: chosen.name, share: 0 })
    try {
      const uploaded = (await sendValues(`/api/form/${encodeURIComponent(url)}/upload`, { key, language, file: chosen }, (share) =>
        setGoing({ name: chosen.name, share }),
      )) as UploadedFormFile
      setFiles((current) => [...current, uploaded].slice(-most))
    } catch (error) {
      setProblem(failureTexts(error)[0] ?? t('shell.form.failed'))
    } finally {
      setGoing(undefined)
    }
  }
  const remove = (token: string) => {
    setFiles((current) => current.filter((file) => file.token !== token))
    input.current?.focus()
  }
  return (
    <fieldset className="field" name={name} tabIndex={-1} id={control.id} aria-describedby={control['aria-describedby']}>
      <legend>
        {title}
        {!required && <span className="muted"> ({t('shell.form.optional')})</span>}
      </legend>
      <input
        ref={input}
        type="file"
        aria-label={title}
        disabled={!awake || going !== undefined}
        accept={o.extensions?.map((ending) => `.${ending}`).join(',')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void bring(chosen)
          target.value = ''
        }}
      />
      <input type="hidden" name={`${name}[]`} disabled={files.length > 0} value="" />
      {files.map(({ token, name: file, size }) => (
        <p key={token} className="form-file">
          <input type="hidden" name={`${name}[]`} value={token} />
          <span className="muted small">
            {file} · {fileSize(size)}
          </span>
          <button type="button" className="text-button" onClick={() => remove(token)}>
            {t('shell.form.remove')}
            <span className="visually-hidden"> {file}</span>
          </button>
        </p>
      ))}
      {going && <progress value={going.share} aria-label={t('shell.form.sending', { name: going.name })} />}
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {below}
    </fieldset>
  )
}
