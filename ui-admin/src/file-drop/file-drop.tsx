import { Button } from '@blueprintjs/core'
import { Camera, Cross, Document, Paperclip } from '@blueprintjs/icons'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { HeldFile } from 'stoa/api-types'
import { failureLines } from '../api/failure.ts'
import { sizeText } from '../common/size.ts'
import { useT } from '../i18n/index.ts'
import { uploadPrivate } from '../widgets/private-file/upload-private.ts'
import { DropZone } from './drop-zone.tsx'
import { useMessages } from './messages.ts'
import './file-drop.css'

/** Maximum file size of uploads. */
const MOST_BYTES = 2 * 1_024 * 1_024

export interface FileDropProps {
  files: readonly HeldFile[]
  /** Functional update, because several uploads may run at once. */
  change: (next: (files: readonly HeldFile[]) => HeldFile[]) => void
  most?: number
  maxBytes?: number
  /** Accepted media types, such as `image/png`; all when absent. */
  accept?: readonly string[]
  /** Called with true while an upload is running. */
  onBusy?: (busy: boolean) => void
  /** Content of the zone, where drop and paste work too. */
  children?: ReactNode
}

interface Sending {
  key: number
  name: string
  part: number
}

/** Private files of a row that is being edited: dropped, pasted, chosen or photographed; uploaded at once and removable. */
export function FileDrop({ files, change, most = 10, maxBytes = MOST_BYTES, accept, onBusy, children }: FileDropProps) {
  const say = useMessages()
  const { language } = useT()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [errors, setErrors] = useState<readonly string[]>([])
  const [announcement, setAnnouncement] = useState('')
  const count = useRef(0)
  const adding = useRef<HTMLButtonElement>(null)
  const busy = sending.length > 0
  useEffect(() => onBusy?.(busy), [busy, onBusy])

  const send = async (file: File) => {
    const key = ++count.current
    const name = file.name || say('files')
    setSending((list) => [...list, { key, name, part: 0 }])
    try {
      const done = await uploadPrivate(file, (part) =>
        setSending((list) => list.map((upload) => (upload.key === key ? { ...upload, part } : upload))),
      )
      change((now) => [...now, done])
    } catch (failure) {
      setErrors((list) => [...list, `${name}: ${failureLines(failure).join(' ')}`])
    } finally {
      setSending((list) => list.filter((upload) => upload.key !== key))
    }
  }
  const add = (added: File[]) => {
    const wrong = (file: File) =>
      file.size > maxBytes
        ? say('large', { size: sizeText(maxBytes, language) })
        : accept && file.type && !accept.includes(file.type)
          ? say('type')
          : undefined
    const good = added.filter((file) => !wrong(file))
    const remaining = Math.max(0, most - files.length - sending.length)
    setErrors([
      ...added.flatMap((file) => (wrong(file) ? `${file.name}: ${wrong(file)}` : [])),
      ...(good.length > remaining ? [say('many', { count: most })] : []),
    ])
    for (const file of good.slice(0, remaining)) void send(file)
  }
  const remove = (file: HeldFile) => {
    change((now) => now.filter((current) => current.id !== file.id))
    setAnnouncement(say('removed', { name: file.name }))
    // The pressed button was removed, so the focus moves to the add button.
    adding.current?.focus()
  }
  return (
    <DropZone className="file-drop" multiple withCamera accept={accept?.join()} onFiles={add} label={say('files')}>
      {({ pick, photo }) => (
        <>
          {children}
          {(files.length > 0 || busy) && (
            <ul className="file-drop-list" aria-label={say('files')}>
              {files.map((file) => (
                <li key={file.id}>
                  {file.thumbnail ? <img src={file.thumbnail} alt="" /> : <Document aria-hidden />}
                  <bdi>{file.name}</bdi> <span className="quiet small">{sizeText(file.size, language)}</span>
                  <Button
                    size="small"
                    variant="minimal"
                    icon={<Cross aria-hidden />}
                    aria-label={say('remove', { name: file.name })}
                    onClick={() => remove(file)}
                  />
                </li>
              ))}
              {sending.map(({ key, name, part }) => (
                <li key={`sending ${key}`}>
                  <bdi>{name}</bdi> <progress value={part} max={1} aria-label={say('sending', { name })} />
                </li>
              ))}
            </ul>
          )}
          {errors.length > 0 && (
            <div className="field-error" role="alert">
              {errors.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </div>
          )}
          <div className="file-drop-buttons">
            <Button ref={adding} size="small" variant="minimal" icon={<Paperclip aria-hidden />} onClick={pick}>
              {say('add')}
            </Button>
            <Button size="small" variant="minimal" className="file-drop-photo" icon={<Camera aria-hidden />} onClick={photo}>
              {say('photo')}
            </Button>
            <span className="quiet small file-drop-hint">{say('here')}</span>
          </div>
          <span className="sr-only" role="status">
            {announcement}
          </span>
        </>
      )}
    </DropZone>
  )
}
