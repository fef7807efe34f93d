/** What plugins put into the frame of every page, and into cards, which stand on many pages. */
export const layoutScreens = (slots: readonly { at: string; screen: string }[]): string[] =>
  slots.filter((slot) => slot.at.startsWith('layout.') || slot.at.startsWith('card.')).map((slot) => slot.screen)
