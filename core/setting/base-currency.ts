import type { Kernel } from '../context.ts'

/** Code of the base currency in which amounts are stored; empty when no plugin provides currencies. */
export const readBaseCurrency = ({ settings }: Pick<Kernel, 'settings'>): string => String(settings.named('currency').base_currency ?? '')
