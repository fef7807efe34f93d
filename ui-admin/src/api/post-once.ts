import { ApiError, apiUrl } from './client.ts'

/** Posts something that must happen once: however often it is tried with one key, the answer is that of the first time. */
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
