import { same } from '../widgets/values.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Merges the saved values into a form that was edited while it was saved: values changed since the request stay, all others come from the
 * server. Child rows are matched by index, so that new ones get their ids.
 */
export function since(sent: unknown, now: unknown, saved: unknown): unknown {
  if (same(sent, now)) return saved
  if (Array.isArray(sent) && Array.isArray(now) && Array.isArray(saved) && sent.length === saved.length && now.length >= sent.length)
    return now.map((row, i) => (i < sent.length ? since(sent[i], row, saved[i]) : row))
  if (isFields(sent) && isFields(now) && isFields(saved))
    return { ...saved, ...Object.fromEntries(Object.keys(now).map((name) => [name, since(sent[name], now[name], saved[name])])) }
  return now
}
