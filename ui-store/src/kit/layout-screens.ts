/** Slot components in the page frame and in cards, which are on many pages. */
export const layoutScreens = (slots: readonly { at: string; screen: string }[]): string[] =>
  slots.filter((slot) => slot.at.startsWith('layout.') || slot.at.startsWith('card.')).map((slot) => slot.screen)
