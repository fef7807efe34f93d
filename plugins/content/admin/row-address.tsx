import { useQuery } from '@tanstack/react-query'
import type { Page, ResourceInfo, Row } from 'stoa/api-types'
import { api, FieldSelect, rowTitle, useT } from 'stoa/admin'
import { messages } from './messages.ts'

type SelectProps = Parameters<typeof FieldSelect>[0]

const useMessages = messages('rowAddress')

/**
 * Selects a row of a resource by title and stores its `url`. A stored slug whose row is deleted stays visible until another is selected.
 */
export function RowAddress({
  resource,
  value,
  ...input
}: Omit<SelectProps, 'value' | 'options' | 'blank'> & { resource: ResourceInfo; value: unknown }) {
  const say = useMessages()
  const { language } = useT()
  const found = useQuery({
    queryKey: ['list', resource.name, 'addresses', language],
    queryFn: () => api<Page<Row & { url: string }>>(resource.name, { query: { limit: 100, language } }),
  })
  const rows = found.data?.data ?? []
  return (
    <FieldSelect
      {...input}
      value={typeof value === 'string' ? value : ''}
      blank={say('choose')}
      options={rows.map((row) => ({ value: row.url, label: rowTitle(resource, row) }))}
    />
  )
}
