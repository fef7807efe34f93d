import { Button } from '@blueprintjs/core'
import { DragHandleHorizontal, Media, Trash } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import {
  fileUrl,
  registerFlush,
  type InputProps,
  notifyFailure,
  Sortable,
  textIn,
  uploadFile,
  useContentLanguage,
  withText,
} from 'stoa/admin'
import './pictures.css'
import './sortable.css'
import { useMessages } from './messages.ts'

interface Picture {
  id?: number
  path: string
  alt?: unknown
}

/** Images of a product: multiple upload; the first one is shown in lists. */
export default function Pictures({ id, field, value, onChange, path, disabled, Field }: InputProps) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const pictures = Array.isArray(value) ? (value as Picture[]) : []
  // Uploads finish later: their result is added to the latest value.
  const latest = useRef(pictures)
  const coming = useRef<Promise<void>>(undefined)
  useEffect(() => {
    latest.current = pictures
  })
  // Saving waits for pending uploads.
  useEffect(() => registerFlush(async () => coming.current), [])
  const alt = field.rows?.find((row) => row.name === 'alt')

  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
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
    if (added.length === 0) return
    latest.current = [...latest.current, ...added]
    onChange(latest.current)
  }
  // Keeps the selected order, however long each upload takes.
  const bring = (list: FileList | null) => {
    // Copied, since resetting the input empties its file list.
    const files = [...(list ?? [])]
    coming.current = (coming.current ?? Promise.resolve()).then(() => add(files))
  }
  const set = (index: number, text: unknown) =>
    onChange(pictures.map((picture, i) => (i === index ? { ...picture, alt: withText(picture.alt, language, text) } : picture)))

  return (
    <div
      id={id}
      className="pictures"
      tabIndex={-1}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!disabled) bring(event.dataTransfer.files)
      }}
    >
      {pictures.length > 0 && (
        <ol className="picture-list">
          <Sortable
            items={pictures}
            getId={(picture) => String(picture.id ?? picture.path)}
            getTitle={(picture) => say('picture', { number: pictures.indexOf(picture) + 1 })}
            arrange={onChange}
            disabled={disabled ?? false}
          >
            {(picture, index, grip) => (
              <li ref={grip.item.ref} style={grip.item.style} className={`picture${grip.item.className}`}>
                <div className="picture-frame">
                  <img
                    src={`${fileUrl(picture.path)}?w=320`}
                    alt={textIn(picture.alt, language) || say('picture', { number: index + 1 })}
                    draggable={false}
                  />
                  {index === 0 && <span className="picture-first">{say('first')}</span>}
                </div>
                {!disabled && (
                  <div className="picture-buttons">
                    <button type="button" className="icon-button picture-grip" {...grip.handle}>
                      <DragHandleHorizontal size={16} aria-hidden />
                    </button>
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
            )}
          </Sortable>
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
              bring(event.target.files)
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
