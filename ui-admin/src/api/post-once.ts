import { ApiError, apiUrl } from './client.ts'

/** Posts with an idempotency key: a retry with the same key gets the first response. */
export async function postOnce<T>(path: string, body: unknown, key: string): Promise<T> {
  const response = await fetch(apiUrl(path), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(response.status, answer as object)
  return answer as T
}
