import type { BatchResult, Matching } from 'stoa/api-types'
import { spokenLanguage } from '../i18n/index.ts'
import { api } from './client.ts'
import { forget } from './resource.ts'

/** Rows of a batch: by id, or all that the filters of a list match. */
export type Rows = { ids: number[] } | { matching: Matching }

/** Told after each portion how many rows are done with. */
export type OnProgress = (done: number) => void

const PORTION = 1_000

/** The filters mean what they mean in the list, which is shown in this language. */
const query = () => ({ language: spokenLanguage() })

/** One call for every thousand rows, their answers put together. */
async function inPortions(rows: Rows, call: (part: Rows) => Promise<BatchResult>, told?: OnProgress): Promise<BatchResult> {
  const all: BatchResult = { success_ids: [], fail_ids: [], fails: [] }
  const add = (part: BatchResult) => {
    all.success_ids.push(...part.success_ids)
    all.fail_ids.push(...part.fail_ids)
    all.fails.push(...(part.fails ?? []))
    told?.(all.success_ids.length + all.fail_ids.length)
  }
  if ('ids' in rows) {
    // One after the other: each locks its rows.
    // oxlint-disable-next-line no-await-in-loop
    for (let at = 0; at < rows.ids.length; at += PORTION) add(await call({ ids: rows.ids.slice(at, at + PORTION) }))
    return all
  }
  let { matching } = rows
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const part = await call({ matching })
    add(part)
    if (part.next === undefined) return all
    matching = { filter: matching.filter, after: part.next }
  }
}

async function batch(resource: string, rows: Rows, call: (part: Rows) => Promise<BatchResult>, told?: OnProgress): Promise<BatchResult> {
  try {
    return await inPortions(rows, call, told)
  } finally {
    forget(resource)
  }
}

/** Sets one field of many rows and tells which ones could not be changed. */
export const batchSet = (resource: string, rows: Rows, key: string, value: unknown, told?: OnProgress): Promise<BatchResult> =>
  batch(resource, rows, (part) => api(`${resource}/batch`, { method: 'PUT', query: query(), body: { ...part, key, value } }), told)

/** Deletes many rows and tells which ones could not be. */
export const batchDelete = (resource: string, rows: Rows, told?: OnProgress): Promise<BatchResult> =>
  batch(resource, rows, (part) => api(`${resource}/batch`, { method: 'DELETE', query: query(), body: part }), told)

/** Runs an action on many rows. */
export const batchAction = (resource: string, rows: Rows, action: string, input: object, told?: OnProgress): Promise<BatchResult> =>
  batch(resource, rows, (part) => api(`${resource}/batch/${action}`, { method: 'POST', query: query(), body: { ...input, ...part } }), told)
