import { useQuery } from '@tanstack/react-query'
import { api, useT } from 'stoa/admin'
import type { StageKind } from '../domain/sources.ts'

interface StageRow {
  id: number
  title: string
  kind: StageKind
}

/** The stages of a funnel in order; an empty list without a funnel and while they are loading. */
export function useStages(funnel: number | null | undefined): readonly StageRow[] {
  const { language } = useT()
  const { data } = useQuery({
    queryKey: ['list', 'funnel', 'stages', funnel, language],
    queryFn: () => api<{ stages: StageRow[] }>(`funnel/${funnel}`, { query: { language } }),
    enabled: Boolean(funnel),
  })
  return data?.stages ?? []
}
