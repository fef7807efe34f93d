import type { HeldFile } from 'stoa/api-types'
import { apiUpload } from '../../api/client.ts'

/** Uploads a private file. Only the uploading account can attach it to a row. `onPart` gets the progress. */
export async function uploadPrivate(file: File, onPart: (part: number) => void): Promise<HeldFile> {
  const body = new FormData()
  body.set('type', 'file')
  body.set('private', '1')
  body.set('file', file)
  const { id, name, mime, size, url } = await apiUpload<Omit<HeldFile, 'thumbnail'>>('upload', body, onPart)
  return { id, name, mime, size, url, thumbnail: mime.startsWith('image/') ? url : null }
}
