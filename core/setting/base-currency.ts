import type { Kernel } from '../context.ts'

/** Code of the currency amounts are kept in; empty where no plugin has currencies. */
export const readBaseCurrency = ({ settings }: Pick<Kernel, 'settings'>): string => String(settings.named('currency').base_currency ?? '')
