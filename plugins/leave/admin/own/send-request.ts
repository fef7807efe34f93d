import { api, postOnce } from 'stoa/admin'
import type { OwnLeave } from '../../api-types.ts'

type Draft = Pick<OwnLeave, 'id'> | undefined
type Fields = Readonly<Record<string, string>>

/** Sends a request, with its document as a form. */
function send(path: string, fields: Fields, document: File | undefined, key: string): Promise<OwnLeave> {
  if (!document) return postOnce<OwnLeave>(path, toJson(fields), key)
  return api<OwnLeave>(path, { method: 'POST', body: toForm(fields, document) })
}

const toJson = (fields: Fields) => ({ ...fields, type_id: Number(fields['type_id']) })

function toForm(fields: Fields, document: File): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('document', document)
  return body
}

/** Adds a draft, or changes the given one; without a document it keeps the one it has. */
export function saveDraft(draft: Draft, fields: Fields, document: File | undefined, key: string): Promise<OwnLeave> {
  if (!draft) return send('my/leave/draft', fields, document, key)
  return api<OwnLeave>(`my/leave/${draft.id}`, { method: 'PUT', body: document ? toForm(fields, document) : toJson(fields) })
}

/** Submits a request; a draft is saved first. */
export async function submitRequest(draft: Draft, fields: Fields, document: File | undefined, key: string): Promise<OwnLeave> {
  if (!draft) return send('my/leave', fields, document, key)
  await saveDraft(draft, fields, document, key)
  return api<OwnLeave>(`my/leave/${draft.id}/submit`, { method: 'POST' })
}
