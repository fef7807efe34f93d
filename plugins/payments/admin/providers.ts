import { useQuery } from '@tanstack/react-query'
import { api } from 'stoa/admin'
import type { ProviderList } from '../admin-api-types.ts'

const NOTHING: ProviderList = { data: [], site: '' }

/** Every provider there is, those of plugins too, and where they reach the shop; nothing until that is known. */
export const useProviders = () =>
  useQuery({
    queryKey: ['payment-providers'],
    queryFn: () => api<ProviderList>('payment_method/providers'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? NOTHING
