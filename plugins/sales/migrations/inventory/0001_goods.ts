/** Parcels were of sales once, and this held their warehouse. Now whoever keeps parcels holds it; databases remember this name. */
export const up = (): Promise<void> => Promise.resolve()

export const down = (): Promise<void> => Promise.resolve()
