import { Button } from '@blueprintjs/core'
import { Cross, Download } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { api } from '../api/client.ts'
import { sizeText } from '../common/size.ts'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { DropZone } from '../file-drop/drop-zone.tsx'
import { useT } from '../i18n/index.ts'
import { DocumentCard } from './parts.tsx'
import { useMessages } from './messages.ts'

/** A file of a document, with its URL. */
export interface DocumentFileLink {
  name: string
  href: string
  /** Size in bytes. */
  size?: number
  /** Further text, such as who uploaded it. */
  says?: string
}

const pictured = /\.(avif|gif|jpe?g|png|webp)$/i

/** A file: thumbnail, name as link in a new tab, and download button. */
export function DocumentLink({ file: { name, href, size, says }, children }: { file: DocumentFileLink; children?: ReactNode }) {
  const say = useMessages()
  const { language } = useT()
  const more = [size === undefined ? '' : sizeText(size, language), says].filter(Boolean).join(' · ')
  return (
    <span className="doc-paper">
      {pictured.test(name) && <img src={href} alt="" width={48} height={48} loading="lazy" />}
      <span className="doc-paper-name">
        <a href={href} target="_blank" rel="noreferrer">
          {name}
        </a>
        {more && <span className="quiet small">{more}</span>}
      </span>
      <a
        className="bp6-button bp6-minimal bp6-small"
        href={href}
        download={name}
        aria-label={say('fileDownload', { name })}
        title={say('fileDownload', { name })}
      >
        <Download aria-hidden />
      </a>
      {children}
    </span>
  )
}

/**
 * Card with the files of a document, with upload and delete where permitted. `at` accepts files by POST, and deletes one by DELETE with its
 * id.
 */
export function DocumentFiles({
  title,
  hint,
  files,
  at,
  changed,
}: {
  title?: string
  hint?: string
  files: readonly (DocumentFileLink & { id: number })[]
  at: string | undefined
  changed: () => Promise<unknown>
}) {
  const say = useMessages()
  const [busy, setBusy] = useState(false)
  if (files.length === 0 && at === undefined) return null
  const act = async (run: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await run()
      notifySuccess(done)
      await changed()
    } catch (error) {
      notifyFailure(say('fileFailed'), error)
    }
    setBusy(false)
  }
  const put = (file: File) => {
    const body = new FormData()
    body.append('file', file)
    return act(() => api(at ?? '', { method: 'POST', body }), say('fileAdded'))
  }
  return (
    <DocumentCard title={title ?? say('files')}>
      {files.length > 0 && (
        <ul className="doc-papers">
          {files.map(({ id, ...file }) => (
            <li key={id}>
              <DocumentLink file={file}>
                {at !== undefined && (
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<Cross aria-hidden />}
                    aria-label={say('fileRemove', { name: file.name })}
                    title={say('fileRemove', { name: file.name })}
                    disabled={busy}
                    onClick={() => void act(() => api(`${at}/${id}`, { method: 'DELETE' }), say('fileRemoved'))}
                  />
                )}
              </DocumentLink>
            </li>
          ))}
        </ul>
      )}
      {at !== undefined && (
        <>
          {hint && <p className="quiet small">{hint}</p>}
          <DropZone label={say('fileAdd')} disabled={busy} onFiles={([chosen]) => chosen && void put(chosen)}>
            {({ pick }) => <Button text={say('fileAdd')} loading={busy} onClick={pick} />}
          </DropZone>
        </>
      )}
    </DocumentCard>
  )
}
