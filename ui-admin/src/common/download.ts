import { api, type QueryValue } from '../api/client.ts'

/** Downloads a file of the staff API under a name. */
export async function download(path: string, query: Record<string, QueryValue>, name: string): Promise<void> {
  saveBlob(await api<Blob>(path, { query, as: 'blob' }), name)
}

/** Saves a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
