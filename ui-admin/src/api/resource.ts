import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BatchResult, Candidate, Locale, Page, ResourceForm, Row } from 'stoa/api-types'
import { queries } from '../state/session.ts'
import { api, type QueryValue } from './client.ts'

/** Parameters of a list request: page, limit, sort, q and filters, and the language of localized fields. */
export type ListParams = Record<string, QueryValue> & { language: Locale }

/** One page of a list. */
export const listQuery = (resource: string, params: ListParams) =>
  queryOptions({
    queryKey: ['list', resource, params],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<Page>(resource, { query: params, signal }),
  })

/** One row with all languages of its localized fields. */
export const rowQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: ['row', resource, id],
    // No caching: a form must start from the stored values, not from a copy that another screen has loaded.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => api<Row>(`${resource}/${id}`, { query: { language: '*' }, signal }),
  })

/** Groups and fields of a resource's form. */
export const formQuery = (resource: string, language: Locale) =>
  queryOptions({
    queryKey: ['form', resource, language],
    staleTime: Infinity,
    queryFn: ({ signal }) => api<ResourceForm>(`manifest/${resource}`, { query: { language }, signal }),
  })

/** Options of a relation, by search text or by selected ids. */
export const optionsQuery = (resource: string, search: { q?: string; ids?: string }, language: Locale) =>
  queryOptions({
    queryKey: ['options', resource, search, language],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api<{ data: Candidate[] }>(`${resource}/options`, { query: { ...search, language }, signal })).data,
  })

/** Invalidates every list and option query of a resource. */
export function forget(resource: string): void {
  void queries.invalidateQueries({ queryKey: ['list', resource] })
  void queries.invalidateQueries({ queryKey: ['board', resource] })
  void queries.invalidateQueries({ queryKey: ['options', resource] })
  // Menu badges and setup steps depend on rows.
  void queries.invalidateQueries({ queryKey: ['desk'] })
}

/** Updates fields of a row. */
export async function updateRow(resource: string, id: number, body: Record<string, unknown>): Promise<Row> {
  const row = await api<Row>(`${resource}/${id}`, { method: 'PUT', body })
  forget(resource)
  return row
}

/** Creates a row. */
export async function createRow(resource: string, body: Record<string, unknown>): Promise<Row> {
  const row = await api<Row>(resource, { method: 'POST', body })
  forget(resource)
  return row
}

/** Deletes one row. */
export async function deleteRow(resource: string, id: number): Promise<void> {
  await api(`${resource}/${id}`, { method: 'DELETE' })
  forget(resource)
}

/** Deletes many rows. Returns the rows that failed. */
export async function deleteRows(resource: string, ids: number[]): Promise<BatchResult> {
  const result = await api<BatchResult>(`${resource}/batch`, { method: 'DELETE', body: { ids } })
  forget(resource)
  return result
}

/** Sets one flag of many rows. Returns the rows that failed. */
export async function setFlags(resource: string, ids: number[], key: string, value: boolean): Promise<BatchResult> {
  const result = await api<BatchResult>(`${resource}/batch`, { method: 'PUT', body: { ids, key, value } })
  forget(resource)
  return result
}

/** Copies a row and returns the copy. */
export async function cloneRow(resource: string, id: number): Promise<Row> {
  const row = await api<Row>(`${resource}/${id}/clone`, { method: 'POST' })
  forget(resource)
  return row
}

/** Runs an action on one row, or on many with `batch`. */
export async function runAction(
  resource: string,
  target: { id: number } | { ids: number[] },
  action: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const isSingle = 'id' in target
  const path = isSingle ? `${resource}/${target.id}/${action}` : `${resource}/batch/${action}`
  const answer = await api(path, { method: 'POST', body: isSingle ? input : { ids: target.ids, ...input } })
  forget(resource)
  return answer
}
