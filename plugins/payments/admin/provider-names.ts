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

const NAMES: Record<string, string> = { stripe: 'Stripe', paypal: 'PayPal', pay_dollar: 'PayDollar (AsiaPay)', sic_pay: 'sic_pay' }

/** A provider as people call it. */
export const providerName = (name: string, say: (key: 'offline' | 'fps') => string): string =>
  name === 'offline' || name === 'fps' ? say(name) : (NAMES[name] ?? name)
