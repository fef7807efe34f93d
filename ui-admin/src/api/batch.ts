import type { BatchResult, Matching } from 'stoa/api-types'
import { spokenLanguage } from '../i18n/index.ts'
import { api } from './client.ts'
import { forget } from './resource.ts'

/** Rows of a batch: by id, or all that match the filters of a list. */
export type Rows = { ids: number[] } | { matching: Matching }

/** Called after each request with the number of processed rows. */
export type OnProgress = (done: number) => void

const PORTION = 1_000

/** The language of the list, because text filters depend on it. */
const query = () => ({ language: spokenLanguage() })

/** Sends one request per thousand rows and merges the results. */
async function inPortions(rows: Rows, call: (part: Rows) => Promise<BatchResult>, onProgress?: OnProgress): Promise<BatchResult> {
  const all: BatchResult = { success_ids: [], fail_ids: [], fails: [] }
  const add = (part: BatchResult) => {
    all.success_ids.push(...part.success_ids)
    all.fail_ids.push(...part.fail_ids)
    all.fails.push(...(part.fails ?? []))
    onProgress?.(all.success_ids.length + all.fail_ids.length)
  }
  if ('ids' in rows) {
    // Sequential, because each request locks its rows.
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

async function batch(
  resource: string,
  rows: Rows,
  call: (part: Rows) => Promise<BatchResult>,
  onProgress?: OnProgress,
): Promise<BatchResult> {
  try {
    return await inPortions(rows, call, onProgress)
  } finally {
    forget(resource)
  }
}

/** Sets one field of many rows. Returns the rows that failed. */
export const batchSet = (resource: string, rows: Rows, key: string, value: unknown, onProgress?: OnProgress): Promise<BatchResult> =>
  batch(resource, rows, (part) => api(`${resource}/batch`, { method: 'PUT', query: query(), body: { ...part, key, value } }), onProgress)

/** Deletes many rows. Returns the rows that failed. */
export const batchDelete = (resource: string, rows: Rows, onProgress?: OnProgress): Promise<BatchResult> =>
  batch(resource, rows, (part) => api(`${resource}/batch`, { method: 'DELETE', query: query(), body: part }), onProgress)

/** Runs an action on many rows. */
export const batchAction = (resource: string, rows: Rows, action: string, input: object, onProgress?: OnProgress): Promise<BatchResult> =>
  batch(
    resource,
    rows,
    (part) => api(`${resource}/batch/${action}`, { method: 'POST', query: query(), body: { ...input, ...part } }),
    onProgress,
  )
