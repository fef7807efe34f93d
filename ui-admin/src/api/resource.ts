import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BatchResult, Candidate, Locale, Page, ResourceForm, Row } from 'stoa/api-types'
import { queries } from '../state/session.ts'
import { api, type QueryValue } from './client.ts'

/** What a list call may carry: language, page, limit, sort, q and filters. */
export type ListParams = Record<string, QueryValue>

/** One page of a list. */
export const listQuery = (resource: string, params: ListParams) =>
  queryOptions({
    queryKey: ['list', resource, params],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<Page>(resource, { query: params, signal }),
  })

/** One row with every language of its localized fields. */
export const rowQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: ['row', resource, id],
    // A form must start from what is stored now, never from a copy that was fetched for another screen.
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

/** Candidates of a relation, by words typed or by ids already chosen. */
export const optionsQuery = (resource: string, search: { q?: string; ids?: string }, language: Locale) =>
  queryOptions({
    queryKey: ['options', resource, search, language],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api<{ data: Candidate[] }>(`${resource}/options`, { query: { ...search, language }, signal })).data,
  })

/** Lets every list and choice that shows a resource be fetched anew. */
export function forget(resource: string): void {
  void queries.invalidateQueries({ queryKey: ['list', resource] })
  void queries.invalidateQueries({ queryKey: ['board', resource] })
  void queries.invalidateQueries({ queryKey: ['options', resource] })
  // What waits in the menu, and what is left to set up, follows from the rows.
  void queries.invalidateQueries({ queryKey: ['desk'] })
}

/** Changes some fields of a row. */
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

/** Deletes many rows and tells which ones could not be. */
export async function deleteRows(resource: string, ids: number[]): Promise<BatchResult> {
  const result = await api<BatchResult>(`${resource}/batch`, { method: 'DELETE', body: { ids } })
  forget(resource)
  return result
}

/** Sets one flag of many rows and tells which ones could not be. */
export async function setFlags(resource: string, ids: number[], key: string, value: boolean): Promise<BatchResult> {
  const result = await api<BatchResult>(`${resource}/batch`, { method: 'PUT', body: { ids, key, value } })
  forget(resource)
  return result
}

/** Makes a copy of a row and answers it. */
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
  const one = 'id' in target
  const path = one ? `${resource}/${target.id}/${action}` : `${resource}/batch/${action}`
  const answer = await api(path, { method: 'POST', body: one ? input : { ids: target.ids, ...input } })
  forget(resource)
  return answer
}
