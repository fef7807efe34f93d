/** A decimal of the wire with its thousands apart. */
export const thousandsApart = (decimal: string): string => decimal.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))
