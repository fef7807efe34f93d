import type { CardPage } from '../../api-types.ts'

/** Props of both card forms. */
export interface Entering {
  about: CardPage
  cardKey: string
  /** The card was accepted: the shop queries the provider. */
  onDone: () => void
}
