import { api } from '../../api/client.ts'

/** Response of an upload. */
export interface Uploaded {
  path: string
  name: string
}

/** Uploads a file and returns its stored path. */
export function uploadFile(file: File, type: 'image' | 'file'): Promise<Uploaded> {
  const body = new FormData()
  body.set('type', type)
  body.set('file', file)
  return api<Uploaded>('upload', { method: 'POST', body })
}
