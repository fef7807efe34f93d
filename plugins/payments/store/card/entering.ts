import type { CardPage } from '../../api-types.ts'

/** What both ways of entering a card get. */
export interface Entering {
  about: CardPage
  cardKey: string
  /** The card was taken: the shop looks at the provider's word for it. */
  onDone: () => void
}
