import { useQuery } from '@tanstack/react-query'
import { api } from 'stoa/admin'
import type { ProviderList } from '../admin-api-types.ts'

const NOTHING: ProviderList = { data: [], site: '' }

/** Every installed provider, with the address at which it reaches the shop; empty while loading. */
export const useProviders = () =>
  useQuery({
    queryKey: ['payment-providers'],
    queryFn: () => api<ProviderList>('payment_method/providers'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? NOTHING
