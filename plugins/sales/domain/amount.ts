import { figureText } from 'stoa/money'

/** An amount in minor units as papers and letters say it: "1,280.00", "−30.00", and "HKD 1,280.00" where the currency is told too. */
export const formatAmount = (minor: number, currency?: string): string => figureText(minor, currency ?? '', currency && `${currency} `)
