import { type Ctx, statusLabel } from 'stoa'

type Reader = Pick<Ctx, 'kernel' | 'language'>

/** A status in words for shoppers. That something does not add up is for staff to know; a shopper learns that it is looked at. */
export const shopperStatus = ({ kernel, language }: Reader, status: string): string =>
  status === 'abnormal' ? kernel.i18n.t(language, 'sales:shopper.abnormal') : statusLabel(kernel, language, status)

/** That of an order: a pending one waits for the shopper's own money, and says so. */
export const orderStatus = (reader: Reader, status: string): string =>
  status === 'pending' ? reader.kernel.i18n.t(reader.language, 'sales:shopper.pending') : shopperStatus(reader, status)
