import { type Ctx, statusLabel } from 'stoa'

type Reader = Pick<Ctx, 'kernel' | 'language'>

/** A status as text for shoppers. A problem shows as under review; its details are for staff only. */
export const shopperStatus = ({ kernel, language }: Reader, status: string): string =>
  status === 'abnormal' ? kernel.i18n.t(language, 'sales:shopper.abnormal') : statusLabel(kernel, language, status)

/** The status of an order; a pending order waits for the shopper's payment, and its text says so. */
export const orderStatus = (reader: Reader, status: string): string =>
  status === 'pending' ? reader.kernel.i18n.t(reader.language, 'sales:shopper.pending') : shopperStatus(reader, status)
