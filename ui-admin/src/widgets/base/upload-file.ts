import { api } from '../../api/client.ts'

/** Answer of an upload. */
export interface Uploaded {
  path: string
  name: string
}

/** Sends a file and answers the path it is kept under. */
export function uploadFile(file: File, type: 'image' | 'file'): Promise<Uploaded> {
  const body = new FormData()
  body.set('type', type)
  body.set('file', file)
  return api<Uploaded>('upload', { method: 'POST', body })
}
