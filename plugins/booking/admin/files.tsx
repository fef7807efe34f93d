import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useState } from 'react'
import type { HeldFile, Row } from '#core/wire'
import { api, apiUrl, DocumentCard, DropZone, notifyFailure, notifySuccess, sizeText, useT } from '#admin'
import { useTexts } from './texts.ts'

interface Paper {
  id: number
  name: string
  size: number
  brought_by: 'customer' | 'staff'
  file: HeldFile | null
}

/** Papers of a booking, from both sides; what staff put here the customer finds on their page. */
export function Files({ row, may, changed }: { row: Row; may: boolean; changed: () => Promise<unknown> }) {
  const say = useTexts()
  const { language } = useT()
  const [busy, setBusy] = useState(false)
  const files = (row['files'] ?? []) as Paper[]
  if (files.length === 0 && !may) return null
  const act = async (run: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await run()
      notifySuccess(done)
      await changed()
    } catch (error) {
      notifyFailure(say('failed'), error)
    }
    setBusy(false)
  }
  const put = (file: File) => {
    const body = new FormData()
    body.append('file', file)
    return act(() => api(`booking/${row.id}/upload`, { method: 'POST', body }), say('fileAdded'))
  }
  return (
    <DocumentCard title={say('files')}>
      <ul className="booking-papers">
        {files.map(({ id, name, size, brought_by }) => (
          <li key={id}>
            <span>
              <a href={apiUrl(`booking_file/${id}/file/file`)} target="_blank" rel="noreferrer">
                {name}
              </a>{' '}
              <span className="quiet small">
                {sizeText(size, language)} · {say(`fileFrom_${brought_by}`)}
              </span>
            </span>
            {may && (
              <Button
                variant="minimal"
                size="small"
                icon={<Cross aria-hidden />}
                aria-label={say('fileRemove', { name })}
                disabled={busy}
                onClick={() => void act(() => api(`booking/${row.id}/upload/${id}`, { method: 'DELETE' }), say('fileRemoved'))}
              />
            )}
          </li>
        ))}
      </ul>
      {may && (
        <DropZone label={say('fileAdd')} disabled={busy} onFiles={([chosen]) => chosen && void put(chosen)}>
          {({ pick }) => <Button text={say('fileAdd')} loading={busy} onClick={pick} />}
        </DropZone>
      )}
    </DocumentCard>
  )
}
