import { useState } from 'react'
import { api, notifyFailure, notifySuccess, t, updateRow } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Uploads files into a folder. */
export function useUpload(folder: number | undefined, refresh: () => void) {
  const say = useMessages()
  const [busy, setBusy] = useState(false)
  const upload = async (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    setBusy(true)
    let done = 0
    // One at a time, so that each error names its file.
    for (const file of files) {
      try {
        const body = new FormData()
        body.set('type', file.type.startsWith('image/') ? 'image' : 'file')
        body.set('file', file)
        const { id } = await api<{ id: number }>('upload', { method: 'POST', body })
        if (folder) await updateRow('file', id, { folder_id: folder })
        done += 1
      } catch (error) {
        notifyFailure(`${t('failure.upload')}: ${file.name}`, error)
      }
    }
    setBusy(false)
    if (done > 0) notifySuccess(t('success.upload'), [say('uploaded', { count: done })])
    refresh()
  }
  return { busy, upload }
}
