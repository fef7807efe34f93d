import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PeriodName } from 'stoa/calendar-date'
import type { Locale } from 'stoa/api-types'
import type { CardView, DashboardName, DashboardView } from 'stoa/plugins/desk'
import { api } from '../api/client.ts'

/** What is asked of a dashboard. */
export interface DashboardRequest {
  dashboard: DashboardName
  period: PeriodName
  language: Locale
}

/** A dashboard with the content of its cards. */
export const dashboardQuery = (query: DashboardRequest) =>
  queryOptions({
    queryKey: ['desk', 'cards', query.dashboard, query.period, query.language],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<DashboardView>('cards', { query: { ...query }, signal }),
  })

/** One card alone, also when it is not on the dashboard. */
export const readCard = async (query: DashboardRequest, card: string): Promise<CardView | undefined> =>
  (await api<DashboardView>('cards', { query: { ...query, card } })).data[0]
