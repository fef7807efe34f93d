import { useQuery } from '@tanstack/react-query'
import type { Localized, Page, Row } from 'stoa/api-types'
import { api, useResource } from 'stoa/admin'

/** A predefined option with its usual values. */
export interface PredefinedOption {
  key: string
  label: Localized
  values: { code: string; label: Localized }[]
}

/** Options defined as attributes, in all languages; none without permission to read them. */
export function usePredefinedOptions(enabled: boolean): readonly PredefinedOption[] {
  const may = useResource('attribute') !== undefined
  const { data } = useQuery({
    queryKey: ['options', 'attribute', 'stock_option'],
    staleTime: 60_000,
    enabled: enabled && may,
    queryFn: async () => {
      const list = await api<Page>('attribute', { query: { kind: 'stock_option', enabled: 'true', limit: '100' } })
      const rows = await Promise.all(list.data.map(({ id }) => api<Row>(`attribute/${id}`, { query: { language: '*' } })))
      return rows as unknown as PredefinedOption[]
    },
  })
  return data ?? []
}
