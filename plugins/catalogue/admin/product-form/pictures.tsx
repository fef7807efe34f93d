import { Button } from '@blueprintjs/core'
import { ArrowLeft, ArrowRight, Media, Trash } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import {
  fileUrl,
  type InputProps,
  notifyFailure,
  textIn,
  uploadFile,
  useContentLanguage,
  withText,
} from '../../../../ui-admin/src/kit/index.ts'
import './product-form.css'
import { useTexts } from './texts.ts'

interface Picture {
  id?: number
  path: string
  alt?: unknown
}

/** The pictures of a product: many are added at once, the first is the one lists show. */
export default function Pictures({ id, field, value, onChange, path, disabled, Field }: InputProps) {
  const say = useTexts()
  const { language, main } = useContentLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const pictures = Array.isArray(value) ? (value as Picture[]) : []
  const alt = field.rows?.find((one) => one.name === 'alt')

  const add = async (files: FileList | null) => {
    if (!files?.length) return
    setBusy(true)
    const added: Picture[] = []
    for (const file of files) {
      try {
        added.push({ path: (await uploadFile(file, 'image')).path, alt: {} })
      } catch (error) {
        notifyFailure(`${say('uploadFail')}: ${file.name}`, error)
      }
    }
    setBusy(false)
    if (added.length > 0) onChange([...pictures, ...added])
  }
  const move = (from: number, to: number) => {
    const next = [...pictures]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  const set = (index: number, text: unknown) =>
    onChange(pictures.map((one, i) => (i === index ? { ...one, alt: withText(one.alt, language, text) } : one)))

  return (
    <div
      id={id}
      className="pictures"
      tabIndex={-1}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!disabled) void add(event.dataTransfer.files)
      }}
    >
      {pictures.length > 0 && (
        <ol className="picture-list">
          {pictures.map((picture, index) => (
            <li key={picture.id ?? picture.path}>
              <div className="picture-frame">
                <img src={`${fileUrl(picture.path)}?w=320`} alt={textIn(picture.alt, language) || say('picture', { number: index + 1 })} />
                {index === 0 && <span className="picture-first">{say('first')}</span>}
              </div>
              {!disabled && (
                <div className="picture-buttons">
                  <Button
                    size="small"
                    variant="minimal"
                    icon={<ArrowLeft aria-hidden />}
                    disabled={index === 0}
                    aria-label={say('earlier', { number: index + 1 })}
                    onClick={() => move(index, index - 1)}
                  />
                  <Button
                    size="small"
                    variant="minimal"
                    icon={<ArrowRight aria-hidden />}
                    disabled={index === pictures.length - 1}
                    aria-label={say('later', { number: index + 1 })}
                    onClick={() => move(index, index + 1)}
                  />
                  <Button
                    size="small"
                    variant="minimal"
                    icon={<Trash aria-hidden />}
                    aria-label={say('removePicture', { number: index + 1 })}
                    onClick={() => onChange(pictures.filter((_, i) => i !== index))}
                  />
                </div>
              )}
              {alt && (
                <Field
                  field={disabled ? { ...alt, readOnly: true } : alt}
                  path={`${path}.${index}.alt`}
                  value={textIn(picture.alt, language)}
                  placeholder={(language !== main && textIn(picture.alt, main)) || undefined}
                  onChange={(text) => set(index, text)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {!disabled && (
        <div className="picture-add">
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
            onChange={(event) => {
              void add(event.target.files)
              event.target.value = ''
            }}
          />
          <Button icon={<Media aria-hidden />} loading={busy} onClick={() => input.current?.click()}>
            {say('addPictures')}
          </Button>
          <span className="quiet small">{say('dropHere')}</span>
        </div>
      )}
    </div>
  )
}
