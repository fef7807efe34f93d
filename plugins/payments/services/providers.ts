/** Where the payer goes next. */
export type PaymentAction =
  | { type: 'redirect'; url: string }
  | { type: 'form_post'; url: string; fields: Record<string, string> }
  | { type: 'card'; key: string; url: string }
  | { type: 'instructions'; html: string }
  | { type: 'none' }

export interface Starting {
  reference: string
  amount: number
  currency: string
  instructions: string
}

/** A payment gateway, as small as the shop sees it. Called after commit, never inside a transaction. */
export interface Provider {
  /** Begins an attempt and says where the payer goes. */
  start(starting: Starting): Promise<PaymentAction>
}

/** Paid outside the product: by bank transfer, at the counter, by FPS. Staff confirm what arrived. */
const offline: Provider = {
  start: async ({ instructions }) => (instructions ? { type: 'instructions', html: instructions } : { type: 'none' }),
}

export const providers = { offline } satisfies Record<string, Provider>

export const providerNames = Object.keys(providers) as (keyof typeof providers)[]
