/** How a method finds its price: one price, nothing, by what is counted, or picked up by the buyer. */
export const kinds = ['flat', 'free', 'by_amount', 'by_weight', 'by_quantity', 'pickup_store', 'pickup_point'] as const

export type Kind = (typeof kinds)[number]

/** Kinds that count something: the amount in base currency, kilograms, pieces. */
export const measured = ['by_amount', 'by_weight', 'by_quantity'] as const satisfies readonly Kind[]

/** Kinds where the buyer comes for the goods: no address is asked for. */
export const picked = ['pickup_store', 'pickup_point'] as const satisfies readonly Kind[]

export const isPicked = (kind: Kind): boolean => (picked as readonly Kind[]).includes(kind)
