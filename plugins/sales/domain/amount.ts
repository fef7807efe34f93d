import { figureText } from 'stoa/money'

/** An amount in minor units for documents and e-mails: "1,280.00", "−30.00", and "HKD 1,280.00" if the currency is given. */
export const formatAmount = (minor: number, currency?: string): string => figureText(minor, currency ?? '', currency && `${currency} `)
