import { useQuery } from '@tanstack/react-query'
import { api } from '../../../ui-admin/src/kit/index.ts'
import type { ProviderList } from '../wire-admin.ts'

/** Every provider there is, those of plugins too. */
export const useProviders = () =>
  useQuery({
    queryKey: ['payment-providers'],
    queryFn: () => api<ProviderList>('payment_method/providers'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.data ?? []
