import { type Ctx, statusLabel } from '#core'

/** A status in words for shoppers. That something does not add up is for staff to know; a shopper learns that it is looked at. */
export const shopperStatus = ({ kernel, language }: Pick<Ctx, 'kernel' | 'language'>, status: string): string =>
  status === 'abnormal' ? kernel.i18n.t(language, 'sales:shopper.abnormal') : statusLabel(kernel, language, status)
